// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// The first element of the modification order is always an init, and all waves have to see it first.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @init_then_everybody() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @init_not_seen_by_the_others() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  // expected-warning@below {{uninitialized-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}
