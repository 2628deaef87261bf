// RUN: fencepost lint %s --verify-diagnostics
// The phases of two waits come from memory: one information, with a place for each wait.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_off(%q: !tt.ptr<i32>, %p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %more = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %more, 1 : !bar
    %ph = tt.load %q : !tt.ptr<i32>
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %more) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-information@below {{unknown-protocol: ttng.wait_barrier does not tell which phase it waits for}}
      ttng.wait_barrier %full, %ph : !bar
      // expected-note@below {{ttng.wait_barrier does not tell it either: nothing is claimed about %more}}
      ttng.wait_barrier %more, %ph : !bar
      // expected-information@below {{missing-barrier: ttg.local_load of default may read %tile}}
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %m: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttng.arrive_barrier %m, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar, !bar) -> ()
    tt.return
  }
}
