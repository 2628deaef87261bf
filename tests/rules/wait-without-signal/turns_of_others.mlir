// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A numbered barrier takes 256 threads, and another stream arrives at a different number.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @turns(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c9 = arith.constant 9 : i32
    %c256 = arith.constant 256 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.warp_specialize(%tile) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-error@below {{wait-without-signal: hang: default waits at barrier 9, nobody else comes}}
      ttng.wait_barrier_named %c9, %c256 : i32, i32
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%s: !tile) num_warps(4) {
      %d8 = arith.constant 8 : i32
      %d256 = arith.constant 256 : i32
      %w = arith.constant dense<2.0> : tensor<128xf16, #blocked>
      ttg.local_store %w, %s : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier_named %d8, %d256 : i32, i32
      ttg.warp_return
    } : (!tile) -> ()
    tt.return
  }
}
