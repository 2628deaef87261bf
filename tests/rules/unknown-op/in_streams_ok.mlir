// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The run of the kernel's streams knows what the op does.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!answer = !ttg.memdesc<2xi64, #shared, #smem, mutable>
!barrier = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @next_tile() {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %answer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !answer
    %done = ttg.local_alloc {allocation.offset = 16 : i32} : () -> !barrier
    ttng.init_barrier %done, 1 : !barrier
    ttng.barrier_expect %done, 16, %true : !barrier
    ttg.barrier local
    ttng.clc_try_cancel %answer, %done : !answer, !barrier
    ttg.barrier local
    ttng.wait_barrier %done, %c0 : !barrier
    %x = ttng.clc_load_result %answer : !answer -> i128
    tt.return
  }
}
