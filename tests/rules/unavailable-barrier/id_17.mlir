// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Named barriers end at 16.
llvm.func @meet() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.leave id = 17
  llvm.return
}
