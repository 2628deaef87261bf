// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// sync-as: a fence tagged global orders no LDS access, whatever the compatibility of the sets.
#local = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">
#global = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">
#foo_bar = #llvm.mmra_tag<"foo":"bar">
#foo_baz = #llvm.mmra_tag<"foo":"baz">
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @situation(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c255, %tid : i32
  %own = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %lds[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %own : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #global}
  rocdl.s.barrier
  llvm.fence syncscope("workgroup") acquire {llvm.mmra = #global}
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}
