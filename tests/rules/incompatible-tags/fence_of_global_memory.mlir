// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The fence is for global memory, the data lies in workgroup memory.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @reverse(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %other = llvm.sub %c255, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %yours = llvm.getelementptr %lds[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  llvm.store %v, %mine : f32, !llvm.ptr<3>  // expected-note {{this access}} expected-note {{written here}}
  // expected-warning@below {{incompatible-tags: llvm.fence has tags that leave out the access of %mine on line 11}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %r = llvm.load %yours : !llvm.ptr<3> -> f32
  llvm.return
}
