// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Nothing names the chip, but only AMD has this barrier: each half of the waves arrives once, and all meet.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @shift() {
    %c256 = arith.constant 256 : i32
    %tid = rocdl.workitem.id.x : i32
    %late = arith.cmpi uge, %tid, %c256 : i32
    %early = arith.cmpi ult, %tid, %c256 : i32
    // expected-information@+1 {{divergent-barrier: amdg.cond_barrier stands under a condition that waves do not share}}
    amdg.cond_barrier %late // expected-note {{this condition}}
    // expected-information@+1 {{divergent-barrier: amdg.cond_barrier stands under a condition that waves do not share}}
    amdg.cond_barrier %early // expected-note {{this condition}}
    tt.return
  }
}
