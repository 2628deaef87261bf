// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Assembly without side effects computes a value from its operands: no barrier is there for its sake.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @assembly(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %base = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %tid = rocdl.workitem.id.x : i32
  %own = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %own : f32, !llvm.ptr<3>
  %r = llvm.inline_asm "v_rcp_f32 $0, $1", "=v,v" %v : (f32) -> f32
  // expected-warning@below {{redundant-barrier: rocdl.barrier is redundant}}
  rocdl.barrier
  %s = llvm.load %own : !llvm.ptr<3> -> f32
  llvm.return
}
