// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// It was initialised before.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @end() {
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    ttng.inval_barrier %bar : !bar
    tt.return
  }
}
