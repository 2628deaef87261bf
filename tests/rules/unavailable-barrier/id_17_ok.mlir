// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// 16 is there; it belongs to nobody here, so that it is not initialised.
llvm.func @meet() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %state = rocdl.s.get.barrier.state id = -1 -> i32
  llvm.return
}
