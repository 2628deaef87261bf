// RUN: fencepost lint %s --verify-diagnostics
// The object by which an answer is awaited is used before all threads know of its init.
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k() {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %asked = ttg.local_alloc {allocation.offset = 147520 : i32} : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %answer = ttg.local_alloc {allocation.offset = 147488 : i32} : () -> !ttg.memdesc<2xi64, #shared1, #smem, mutable>
    ttng.init_barrier %asked, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable> // expected-note {{updated here}} expected-note {{updated here}}
    ttng.fence_async_shared {bCluster = false}
    // expected-information@below {{missing-barrier}}
    ttng.clc_try_cancel %answer, %asked : !ttg.memdesc<2xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.barrier_expect %asked, 16, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-barrier: ttng.wait_barrier may read %asked before another thread's ttng.init_barrier}}
    ttng.wait_barrier %asked, %c0, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %job = ttng.clc_load_result %answer : !ttg.memdesc<2xi64, #shared1, #smem, mutable> -> i128
    ttg.barrier local
    ttng.inval_barrier %asked : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    tt.return
  }
}
