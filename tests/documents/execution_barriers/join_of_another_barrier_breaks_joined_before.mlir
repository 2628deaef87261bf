// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Named barriers are mutually exclusive: joining a second one leaves the first, and a wait on the first has nothing to wait by.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @situation(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %other = llvm.mlir.addressof @other : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.s.barrier.init %other member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %other : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}
