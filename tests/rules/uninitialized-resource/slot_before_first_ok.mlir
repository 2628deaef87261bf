// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The slot before the first is named and not used: the predicate of its arrival does not hold.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!ring = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @late() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %count = arith.constant 2 : i32
    %ring = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ring
    scf.for %i = %c0 to %c2 step %c1 : i32 {
      %b = ttg.memdesc_index %ring[%i] : !ring -> !bar
      ttng.init_barrier %b, 1 : !bar
    }
    ttg.warp_specialize(%ring) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %count step %c1 : i32 {
        %slot = arith.remsi %i, %c2 : i32
        %turn = arith.divsi %i, %c2 : i32
        %b = ttg.memdesc_index %ring[%slot] : !ring -> !bar
        ttng.wait_barrier %b, %turn : !bar
      }
      ttg.warp_yield
    }
    partition0(%r: !ring) num_warps(4) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
      scf.for %i = %z to %three step %one : i32 {
        %before = arith.subi %i, %one : i32
        %slot = arith.remsi %before, %two : i32
        %b = ttg.memdesc_index %r[%slot] : !ring -> !bar
        %some = arith.cmpi sge, %i, %one : i32
        ttng.arrive_barrier %b, 1, %some : !bar
      }
      ttg.warp_return
    } : (!ring) -> ()
    tt.return
  }
}
