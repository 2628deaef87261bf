// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A tile of tensor memory lends its columns: 16-bit numbers lie packed in the first 32, one stream stores another number behind them, or into them.
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#row = #ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#wide = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>
#one = #ttng.tensor_memory_encoding<blockM = 128, blockN = 1, colStride = 1>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tiles = !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @lend() {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %d = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !tiles
    %stored = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %stored, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%d, %stored) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %v = arith.constant dense<0.0> : tensor<128x64xf16, #linear>
      %left = ttng.tmem_subslice %d {N = 0 : i32} : !tiles -> !ttg.memdesc<1x128x32xf32, #half, #ttng.tensor_memory, mutable, 1x128x64>
      %packed = ttg.memdesc_reinterpret %left : !ttg.memdesc<1x128x32xf32, #half, #ttng.tensor_memory, mutable, 1x128x64> -> !ttg.memdesc<1x128x64xf16, #wide, #ttng.tensor_memory, mutable>
      %slot = ttg.memdesc_index %packed[%c0] : !ttg.memdesc<1x128x64xf16, #wide, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>
      ttng.tmem_store %v, %slot, %true : tensor<128x64xf16, #linear> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable> // expected-note {{default writes here}}
      ttng.wait_barrier %stored, %c0 : !bar
      ttg.warp_yield
    }
    partition0(%e: !tiles, %s: !bar) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %t = arith.constant true
      %v = arith.constant dense<1.0> : tensor<128x1xf32, #row>
      %column = ttng.tmem_subslice %e {N = 31 : i32} : !tiles -> !ttg.memdesc<1x128x1xf32, #one, #ttng.tensor_memory, mutable, 1x128x64>
      %slot = ttg.memdesc_index %column[%d0] : !ttg.memdesc<1x128x1xf32, #one, #ttng.tensor_memory, mutable, 1x128x64> -> !ttg.memdesc<128x1xf32, #one, #ttng.tensor_memory, mutable>
      // expected-error@below {{missing-barrier: race between streams: %d is written}}
      ttng.tmem_store %v, %slot, %t : tensor<128x1xf32, #row> -> !ttg.memdesc<128x1xf32, #one, #ttng.tensor_memory, mutable>
      ttng.arrive_barrier %s, 1 : !bar
      ttg.warp_return
    } : (!tiles, !bar) -> ()
    tt.return
  }
}
