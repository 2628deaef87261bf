// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// No workgroup of this size has so many waves.
llvm.mlir.global internal @all() {addr_space = 15 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @meet() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %all = llvm.mlir.addressof @all : !llvm.ptr<15>
  // expected-warning@below {{uninitialized-barrier: init of the named barrier expects 99999 waves, the workgroup has 8: its wait cannot complete}}
  rocdl.s.barrier.init %all member_cnt = 99999 : !llvm.ptr<15>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.barrier.join %all : !llvm.ptr<15>
  rocdl.s.barrier.signal.var %all member_cnt = 0 : !llvm.ptr<15>
  rocdl.s.barrier.wait id = 1
  llvm.return
}
