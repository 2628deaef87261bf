// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Initialised, and published by a barrier of the workgroup.
llvm.mlir.global internal @half() {addr_space = 15 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @ask() -> i32 attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %half = llvm.mlir.addressof @half : !llvm.ptr<15>
  rocdl.s.barrier.init %half member_cnt = 2 : !llvm.ptr<15>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %whole = rocdl.s.get.barrier.state id = -1 -> i32
  %state = rocdl.s.get.named.barrier.state %half : !llvm.ptr<15> -> i32
  %both = llvm.add %whole, %state : i32
  llvm.return %both : i32
}
