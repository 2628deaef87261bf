// RUN: fencepost lint %s --verify-diagnostics
// A tile is stored by rows and loaded as other layouts share it out.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#narrow = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#mma_square = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Pieces of two elements instead of eight: within a warp other threads load what one has stored.
  tt.func public @narrow(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #narrow> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    // expected-note@above {{written here}}
    // expected-warning@below {{missing-barrier: ttg.local_load may read %tile before another thread's ttg.local_store}}
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #narrow>
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #narrow>
  }
  // A product takes eight rows at a time, and then those eight further down: of two warps.
  tt.func public @product(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #mma> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: ttg.local_load may read %tile before another thread's ttg.local_store}}
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #mma>
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #mma>
  }
  // Two warps share each row.
  tt.func public @square_product(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #mma_square> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: ttg.local_load may read %tile before another thread's ttg.local_store}}
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #mma_square>
    ttg.barrier local
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #mma_square>
  }
}
