// RUN: fencepost lint %s --verify-diagnostics
// Each of two partitions waits for the other: on a fresh object the first wait of a producer is for parity 1.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_off(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    %empty = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    ttng.init_barrier %empty, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %empty) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-error@below {{deadlock: default waits for ever}}
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttng.arrive_barrier %empty, 1 : !bar
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %e: !bar) num_warps(4) {
      %p0 = arith.constant 0 : i32
      // expected-note@below {{partition 0 waits here for %empty, parity 0}}
      ttng.wait_barrier %e, %p0 : !bar
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      // expected-note@below {{partition 0 would arrive on %full here, behind the wait on line 29}}
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar, !bar) -> ()
    tt.return
  }
}
