// RUN: fencepost lint %s --verify-diagnostics
// Results of two matrices: warps 0 and 1 own the first, warps 2 and 3 the second. The load shares all rows out among all warps.
#results = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2, 1], instrShape = [1, 16, 8]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<2x64x32xf16, #results>, %o: tensor<2x64x32xf16, #rows>) -> tensor<2x64x32xf16, #rows> {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<2x64x32xf16, #plain, #smem, mutable>
    // expected-note@+1 {{written here}}
    ttg.local_store %x, %m : tensor<2x64x32xf16, #results> -> !ttg.memdesc<2x64x32xf16, #plain, #smem, mutable>
    // expected-error@+1 {{missing-barrier: missing barrier: %m is read before line 11 writes it}}
    %y = ttg.local_load %m : !ttg.memdesc<2x64x32xf16, #plain, #smem, mutable> -> tensor<2x64x32xf16, #rows>
    ttg.barrier local
    ttg.local_store %o, %m : tensor<2x64x32xf16, #rows> -> !ttg.memdesc<2x64x32xf16, #plain, #smem, mutable>
    tt.return %y : tensor<2x64x32xf16, #rows>
  }
}
