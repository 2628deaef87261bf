// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// Joining a barrier is only useful if the thread waits on it later; a pure producer need not join.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @joins_and_only_signals() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  // expected-warning@below {{unwaited-signal}}
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}

llvm.func @only_signals() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}
