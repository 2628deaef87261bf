// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// An mbarrier ends that never was.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @end() {
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    // expected-error@below {{uninitialized-resource: ttng.inval_barrier of default uses %bar, which nothing has initialised before}}
    ttng.inval_barrier %bar : !bar
    tt.return
  }
}
