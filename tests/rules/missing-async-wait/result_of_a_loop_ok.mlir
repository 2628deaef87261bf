// RUN: fencepost lint %s --min-level warning --verify-diagnostics
// A loop carries the results of a product that its iterations wait for one later; behind the loop a wait covers the last one.
#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%n: i32, %v: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %a = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %next = ttng.warp_group_dot %a, %a, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %held = ttng.warp_group_dot_wait %next {pendings = 1 : i32} : tensor<64x64xf32, #mma>
      scf.yield %held : tensor<64x64xf32, #mma>
    }
    %done = ttng.warp_group_dot_wait %sum {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    %half = arith.truncf %done : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    tt.return %half : tensor<64x64xf16, #mma>
  }
}
