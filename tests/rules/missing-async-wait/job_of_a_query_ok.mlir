// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A loop asks for the next job and reads the answer, -1 at the end, when it has come.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!answer = !ttg.memdesc<1xui128, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @jobs() {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant -1 : i32
    %answer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !answer
    %asked = ttg.local_alloc {allocation.offset = 16 : i32} : () -> !bar
    ttng.init_barrier %asked, 1 : !bar
    %end:2 = scf.while (%job = %c0, %phase = %c0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %job, %none : i32
      scf.condition(%more) %job, %phase : i32, i32
    } do {
    ^bb0(%job: i32, %phase: i32):
      ttg.barrier local
      ttng.fence_async_shared {bCluster = false}
      ttng.barrier_expect %asked, 16, %true : !bar
      ttng.async_clc_try_cancel %asked, %answer : !bar, !answer
      ttng.wait_barrier %asked, %phase : !bar
      %x, %y, %z = ttng.clc_query_cancel %answer : (!answer) -> (i32, i32, i32)
      %other = arith.xori %phase, %c1 : i32
      scf.yield %x, %other : i32, i32
    }
    ttg.barrier local
    ttng.inval_barrier %asked : !bar
    tt.return
  }
}
