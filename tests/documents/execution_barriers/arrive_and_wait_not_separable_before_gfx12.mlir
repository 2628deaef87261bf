// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// GFX6 to GFX11 have no split barrier: arrive and wait cannot be performed independently.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.signal id = -1
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.wait id = -1
  llvm.return
}
