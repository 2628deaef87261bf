// RUN: fencepost lint %s --verify-diagnostics --min-level information
// All waves come to the barrier.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @meet() {
    %true = arith.constant true
    amdg.cond_barrier %true
    tt.return
  }
}
