// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// A join executes before at least one operation that the wait depends on: a wave that joins after its arrival may have missed the phase.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @joins_first() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @arrives_first() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{signalled here}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.wait id = 1
  llvm.return
}
