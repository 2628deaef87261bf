// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier before it is needed.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @hand_over(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %tid = rocdl.workitem.id.x : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  "test.use"(%lds) : (!llvm.ptr<3>) -> () // expected-information {{unknown-op}}
  llvm.return
}
