// RUN: fencepost lint %s --verify-diagnostics
// A function that calls itself: what it does to a barrier is not told.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func private @again(%b: !bar, %n: i32) {
    // expected-note@below {{read here}}
    // expected-note@below {{read here}}
    ttng.arrive_barrier %b, 1 : !bar
    // expected-information@below {{missing-barrier}}
    tt.call @again(%b, %n) : (!bar, i32) -> ()
    tt.return
  }
  tt.func public @hands_on(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %z = arith.constant 0 : i32
      // expected-information@below {{unknown-protocol: tt.call does not tell what the function does that it calls}}
      // expected-information@below {{missing-barrier}}
      tt.call @again(%f, %z) : (!bar, i32) -> ()
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
}
