// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// Init takes a positive count; the waves of the workgroup cannot reach a larger one than there are.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @four_of_four() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  llvm.return
}

llvm.func @none() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  // expected-error@below {{uninitialized-barrier}}
  rocdl.s.barrier.init %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}

llvm.func @five_of_four() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  // expected-warning@below {{uninitialized-barrier}}
  rocdl.s.barrier.init %bar member_cnt = 5 : !llvm.ptr<3>
  llvm.return
}
