// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The workgroup barrier object is initialised by the hardware and joined by every thread: signal and wait need nothing before them.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  // expected-warning@below {{redundant-barrier}}
  rocdl.s.barrier.wait id = -1
  llvm.return
}
