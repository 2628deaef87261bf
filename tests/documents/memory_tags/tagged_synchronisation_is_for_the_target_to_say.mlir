// RUN: fencepost lint %s --target=gfx942 --min-level=hint --verify-diagnostics
// Whether a release and an acquire with different tags synchronise is up to the target: on this one the release waits for the memory that its own tag names, and the
// acquire's tag takes nothing back. Read as: whether data has landed depends on the release alone.
#local = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">
#global = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @situation(%v: f32, %out: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c255, %tid : i32
  %own = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %lds[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %own : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #local}
  rocdl.s.barrier
  llvm.fence syncscope("workgroup") acquire {llvm.mmra = #global}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.store %x, %out : f32, !llvm.ptr<1>
  llvm.return
}
