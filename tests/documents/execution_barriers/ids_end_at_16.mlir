// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Named barrier objects are 1 to 16.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.signal id = 17
  llvm.return
}
