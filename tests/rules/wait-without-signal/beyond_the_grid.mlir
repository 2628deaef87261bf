// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A ring whose producer counts from a quotient; with some tiles it divides by zero, and both streams still go round as often. The reader never gives a slot back.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @tiles(%n: i32, %mem: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %full = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    %free = ttg.local_alloc {allocation.offset = 8 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %free, 1 : !bar
    ttg.barrier local
    %tile = tt.load %mem : !tt.ptr<i32>
    %rest = arith.subi %n, %tile : i32
    ttg.warp_specialize(%full, %free, %tile, %rest) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %c4 step %c1 : i32 {
        %phase = arith.andi %i, %c1 : i32
        ttng.wait_barrier %full, %phase : !bar // expected-note {{default waits here}}
      }
      ttg.warp_yield
    }
    partition0(%f: !bar, %e: !bar, %t: i32, %r: i32) num_warps(4) {
      %d1 = arith.constant 1 : i32
      %d4 = arith.constant 4 : i32
      %first = arith.divsi %t, %r : i32
      %end = arith.addi %first, %d4 : i32
      %last = scf.for %j = %first to %end step %d1 iter_args(%phase = %d1) -> (i32) : i32 {
        %next = arith.xori %phase, %d1 : i32
        // expected-warning@below {{wait-without-signal: hang: partition 0 waits for %free, no arrival is left}}
        ttng.wait_barrier %e, %phase : !bar
        ttng.arrive_barrier %f, 1 : !bar
        scf.yield %next : i32
      }
      ttg.warp_return
    } : (!bar, !bar, i32, i32) -> ()
    tt.return
  }
}
