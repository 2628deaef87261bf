// RUN: fencepost fix %s --unsafe-fixes
// The wait for a product of tensors hands on its result, which a fix does not rename: none is written, and the barrier that the wait belongs in front of stays.
// left: the error about the store and the warning about the barrier
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 16384 : i32, ttg.target = "cuda:90"} {
  tt.func public @k(%x: tensor<64x64xf16, #blocked>, %acc: tensor<64x64xf32, #mma>, %p: tensor<64x64x!tt.ptr<f32>, #mma>) {
    %a = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc %x {allocation.offset = 8192 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    %0 = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    ttg.barrier local
    ttg.local_store %x, %a : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %1 = ttng.warp_group_dot_wait %0 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    tt.store %p, %1 : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}
