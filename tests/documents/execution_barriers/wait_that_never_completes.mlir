// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// A barrier wait that no operation participates in never completes, which is undefined behaviour.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait id = -1
  llvm.return
}
