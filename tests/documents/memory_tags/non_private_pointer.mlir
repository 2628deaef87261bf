// RUN: fencepost lint %s --target=gfx942 --ignore=unknown-tag --verify-diagnostics
// SPIR-V's NonPrivatePointer as tags: synchronisation is nonprivate, so private accesses opt out of the order and untagged ones do not.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>

llvm.func @nonprivate(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"vulkan":"nonprivate">} : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"vulkan":"nonprivate">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @private(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"vulkan":"private">} : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"vulkan":"nonprivate">}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @untagged(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"vulkan":"nonprivate">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @from_another_program(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"foo":"bar">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}
