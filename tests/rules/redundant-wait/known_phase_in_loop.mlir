// RUN: fencepost lint %s --verify-diagnostics
// The phase is waited for before the loop: the wait in the loop passes at once in every iteration and brings nothing.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_off(%p: tensor<128x!tt.ptr<f16>, #blocked>, %d: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %full, %c0 : !bar // expected-note {{waited for here}}
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      scf.for %i = %c0 to %c3 step %c1 : i32 {
        ttng.wait_barrier %full, %c0 : !bar // expected-warning {{redundant-wait}}
      }
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
}
