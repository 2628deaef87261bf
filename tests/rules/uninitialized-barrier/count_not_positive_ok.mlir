// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// As many as the workgroup has.
llvm.mlir.global internal @all() {addr_space = 15 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @meet() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %all = llvm.mlir.addressof @all : !llvm.ptr<15>
  rocdl.s.barrier.init %all member_cnt = 8 : !llvm.ptr<15>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.barrier.join %all : !llvm.ptr<15>
  rocdl.s.barrier.signal.var %all member_cnt = 0 : !llvm.ptr<15>
  rocdl.s.barrier.wait id = 1
  llvm.return
}
