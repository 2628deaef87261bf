// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// All operations on the NULL named barrier other than join are no-ops.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-information@below {{redundant-barrier}}
  rocdl.s.barrier.signal id = 0
  llvm.return
}
