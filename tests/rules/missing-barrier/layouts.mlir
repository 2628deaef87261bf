// RUN: fencepost lint %s --verify-diagnostics
// A tile is stored with its rows shared out among four warps, and loaded by two warps a row: the bytes of one warp are read by another one.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_warps_a_row(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #pairs> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: ttg.local_load may read %tile before another thread's ttg.local_store on line 11 has written it}}
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #pairs>
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #pairs>
  }
  // Its operand takes the tile by columns: threads of other warps.
  tt.func public @operand(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: ttg.local_load may read %tile before another thread's ttg.local_store on line 22 has written it}}
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  }
  // The slices have rows 16 to 31 in common.
  tt.func public @slices(%x: tensor<32x32xf16, #rows>) -> tensor<16x32xf16, #pairs> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    %low = ttg.memdesc_subslice %tile[0, 0] : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<32x32xf16, #swizzled, #smem, mutable, 64x32>
    %part = ttg.memdesc_subslice %tile[16, 0] : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<16x32xf16, #swizzled, #smem, mutable, 64x32>
    ttg.local_store %x, %low : tensor<32x32xf16, #rows> -> !ttg.memdesc<32x32xf16, #swizzled, #smem, mutable, 64x32>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: ttg.local_load may read %part before another thread's ttg.local_store on line 35 has written it}}
    %y = ttg.local_load %part : !ttg.memdesc<16x32xf16, #swizzled, #smem, mutable, 64x32> -> tensor<16x32xf16, #pairs>
    ttg.barrier local
    ttg.local_store %x, %low : tensor<32x32xf16, #rows> -> !ttg.memdesc<32x32xf16, #swizzled, #smem, mutable, 64x32>
    tt.return %y : tensor<16x32xf16, #pairs>
  }
}
