// RUN: fencepost lint %s --verify-diagnostics
// Behind the pass it is there.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @either_way(%n: i32, %phase: i32, %loads: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %done = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %done, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %loads, %phase, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttng.tc_gen5_commit %done, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttng.wait_barrier %done, %phase, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    }
    tt.return
  }
}
