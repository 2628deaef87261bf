// RUN: fencepost lint %s --target=gfx1201 --ignore=redundant-barrier --verify-diagnostics
// A wait does not depend on an arrival that every thread makes behind it.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait id = -1
  // expected-error@below {{unwaited-signal}}
  rocdl.s.barrier.signal id = -1
  llvm.return
}
