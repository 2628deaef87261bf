// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// Signal and signal_isfirst both arrive.
llvm.func @isfirst_and_wait() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %f = rocdl.s.barrier.signal.isfirst id = -1 -> i1
  rocdl.s.barrier.wait id = -1
  llvm.return
}

llvm.func @isfirst_left_open() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unwaited-signal}}
  %f = rocdl.s.barrier.signal.isfirst id = -1 -> i1
  llvm.return
}
