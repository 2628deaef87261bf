// RUN: fencepost fix --unsafe-fixes
// The producer waits for one barrier of an array, and does not arrive on the other when it has stored.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_off(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %bars = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bars
    %full = ttg.memdesc_index %bars[%c0] : !bars -> !bar
    %empty = ttg.memdesc_index %bars[%c1] : !bars -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %empty, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %bars, %n) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %phase = arith.andi %i, %c1 : i32
        ttng.wait_barrier %full, %phase : !bar
        %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
        ttng.arrive_barrier %empty, 1 : !bar
        tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      }
      ttg.warp_yield
    }
    partition0(%t: !tile, %b: !bars, %m: i32) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      %e = ttg.memdesc_index %b[%one] : !bars -> !bar
      scf.for %i = %zero to %m step %one : i32 {
        %even = arith.andi %i, %one : i32
        %phase = arith.xori %even, %one : i32
        ttng.wait_barrier %e, %phase : !bar
        ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      }
      ttg.warp_return
    } : (!tile, !bars, i32) -> ()
    tt.return
  }
}
