// RUN: fencepost lint %s --verify-diagnostics
// One thread starts the copy of a tile that all threads have stored: whichever thread that is, the others may be late.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @out(%x: tensor<64x64xf16, #blocked>, %to: !tt.tensordesc<64x64xf16, #shared>, %i: i32) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    // expected-note@below {{written here}}
    ttg.local_store %x, %tile : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    // expected-error@below {{missing-barrier: ttng.async_tma_copy_local_to_global may read %tile before another thread's ttg.local_store on line 10 has written it: no barrier is between them}}
    ttng.async_tma_copy_local_to_global %to[%i, %i] %tile : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    tt.return
  }
}
