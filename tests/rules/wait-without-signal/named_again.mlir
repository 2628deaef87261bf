// RUN: fencepost lint %s --target gfx1250 --verify-diagnostics
// A phase of a barrier lets one wait of each wave pass: who joins again and waits without a signal waits for the next one.
llvm.mlir.global internal @nbar1() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0> {
  %0 = llvm.mlir.poison : !llvm.target<"amdgcn.named.barrier", 0>
  llvm.return %0 : !llvm.target<"amdgcn.named.barrier", 0>
}
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>
llvm.func @k() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %b = llvm.mlir.addressof @nbar1 : !llvm.ptr<3>
  %tid = rocdl.workitem.id.x : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  llvm.cond_br %low, ^p, ^q
^p:
  // expected-information@+1 {{uninitialized-barrier}}
  rocdl.s.barrier.join %b : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %b member_cnt = 2 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  rocdl.s.barrier.join %b : !llvm.ptr<3>
  // expected-error@+1 {{wait-without-signal}}
  rocdl.s.barrier.wait id = 1
  llvm.return
^q:
  llvm.return
}
