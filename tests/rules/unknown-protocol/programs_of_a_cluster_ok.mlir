// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Each program has its own barriers.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.cluster-dim-x" = 2 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_programs(%other: i32) {
    %c0 = arith.constant 0 : i32
    %ready = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %ready, 1 : !bar
    %done = ttg.local_alloc {allocation.offset = 8 : i32} : () -> !bar
    ttng.init_barrier %done, 1 : !bar
    ttng.arrive_barrier %ready, 1 : !bar
    ttng.wait_barrier %ready, %c0 : !bar
    ttng.arrive_barrier %done, 1 : !bar
    ttng.wait_barrier %done, %c0 : !bar
    tt.return
  }
}
