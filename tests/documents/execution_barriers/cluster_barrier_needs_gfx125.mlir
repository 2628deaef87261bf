// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The cluster user barrier -3 exists from GFX12.5 on.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.signal id = -3
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.wait id = -3
  llvm.return
}
