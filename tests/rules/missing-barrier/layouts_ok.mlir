// RUN: fencepost lint %s --verify-diagnostics
// Every thread loads the bytes that it has stored itself; slices have no byte in common.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#padded = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 32]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @own_rows(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #rows> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> tensor<64x32xf16, #rows>
    tt.return %y : tensor<64x32xf16, #rows>
  }
  tt.func public @own_rows_with_padding(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #rows> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #padded, #smem, mutable>
    ttg.local_store %x, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #padded, #smem, mutable>
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #padded, #smem, mutable> -> tensor<64x32xf16, #rows>
    tt.return %y : tensor<64x32xf16, #rows>
  }
  tt.func public @slices(%x: tensor<32x32xf16, #rows>) -> tensor<16x32xf16, #pairs> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable>
    %low = ttg.memdesc_subslice %tile[0, 0] : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<32x32xf16, #swizzled, #smem, mutable, 64x32>
    %part = ttg.memdesc_subslice %tile[32, 0] : !ttg.memdesc<64x32xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<16x32xf16, #swizzled, #smem, mutable, 64x32>
    ttg.local_store %x, %low : tensor<32x32xf16, #rows> -> !ttg.memdesc<32x32xf16, #swizzled, #smem, mutable, 64x32>
    %y = ttg.local_load %part : !ttg.memdesc<16x32xf16, #swizzled, #smem, mutable, 64x32> -> tensor<16x32xf16, #pairs>
    tt.return %y : tensor<16x32xf16, #pairs>
  }
}
