// RUN: fencepost fix %s --target=gfx1250 --unsafe-fixes
// A wave waits on a barrier that it has not joined.
llvm.mlir.global internal @half() {addr_space = 15 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @meet() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %half = llvm.mlir.addressof @half : !llvm.ptr<15>
  rocdl.s.barrier.init %half member_cnt = 8 : !llvm.ptr<15>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.barrier.join %half : !llvm.ptr<15>
  rocdl.s.barrier.signal.var %half member_cnt = 0 : !llvm.ptr<15>
  rocdl.s.barrier.wait id = 1
  llvm.return
}
