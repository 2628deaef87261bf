// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// A thread arrives twice with no wait between: the elements of a phase are no longer one per thread.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  rocdl.s.barrier.signal id = -1  // expected-note {{first signalled here}}
  // expected-error@below {{double-signal}}
  rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  // expected-warning@below {{redundant-barrier}}
  rocdl.s.barrier.wait id = -1
  llvm.return
}
