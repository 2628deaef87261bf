// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// -2 and -4 are for the trap handler and available in privileged mode only.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{reserved-barrier}}
  rocdl.s.barrier.signal id = -2
  // expected-error@below {{reserved-barrier}}
  rocdl.s.barrier.signal id = -4
  llvm.return
}
