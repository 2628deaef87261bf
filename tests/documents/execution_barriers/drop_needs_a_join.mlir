// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// For every drop there is a join before it.
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @drops_without_joining() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.leave id = 1
  llvm.return
}
