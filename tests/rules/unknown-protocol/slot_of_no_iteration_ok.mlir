// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Behind a choice of some slot there is always one.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!ring = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @last(%K: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %ring = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ring
    scf.for %i = %c0 to %c2 step %c1 : i32 {
      %b = ttg.memdesc_index %ring[%i] : !ring -> !bar
      ttng.init_barrier %b, 1 : !bar
    }
    %last = arith.subi %K, %c1 : i32
    %slot = arith.remsi %last, %c2 : i32
    %none = arith.cmpi slt, %slot, %c0 : i32
    %some = arith.select %none, %c0, %slot : i32
    %b = ttg.memdesc_index %ring[%some] : !ring -> !bar
    ttg.warp_specialize(%b) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %b, %c0 : !bar
      ttg.warp_yield
    }
    partition0(%a: !bar) num_warps(4) {
      ttng.arrive_barrier %a, 1 : !bar
      ttg.warp_return
    } : (!bar) -> ()
    tt.return
  }
}
