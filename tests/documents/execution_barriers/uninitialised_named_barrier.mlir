// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// It is undefined behaviour to operate on an uninitialised barrier object.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @situation(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  // expected-warning@below {{uninitialized-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}
