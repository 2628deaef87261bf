// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// A thread may not arrive and then drop unless the barrier completes in between. Dropping is not mandatory.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @drops_after_the_wait() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  rocdl.s.barrier.leave id = 1
  llvm.return
}

llvm.func @never_drops() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @drops_after_arriving() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{signalled here}}
  // expected-warning@below {{leave-after-arrive}}
  rocdl.s.barrier.leave id = 1
  llvm.return
}
