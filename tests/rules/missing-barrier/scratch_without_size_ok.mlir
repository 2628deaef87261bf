// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The scratch begins behind the tile of the other partition, however large it is.
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x32xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @convert(%q: tensor<32x32x!tt.ptr<f32>, #columns>) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.warp_specialize(%tile) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %v = arith.constant dense<1.0> : tensor<32x32xf32, #rows>
      %w = ttg.convert_layout %v {allocation.offset = 4096 : i32} : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
      tt.store %q, %w : tensor<32x32x!tt.ptr<f32>, #columns>
      ttg.warp_yield
    }
    partition0(%a: !tile) num_warps(4) {
      %c = arith.constant dense<2.0> : tensor<32x32xf32, #rows>
      ttg.local_store %c, %a : tensor<32x32xf32, #rows> -> !tile
      ttg.warp_return
    } : (!tile) -> ()
    tt.return
  }
}
