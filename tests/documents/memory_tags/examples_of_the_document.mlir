// RUN: fencepost lint %s --target=gfx942 --ignore=unknown-tag --verify-diagnostics
// The document's examples, with the release as a fence before a bare barrier: A is in the order exactly when the two sets are compatible.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>

llvm.func @ordering_a(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"foo":"bar">} : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"foo":"bar">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @ordering_b(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"foo":"baz">} : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"foo":"bar">}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @example_1(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = [#llvm.mmra_tag<"sync-as":"1">, #llvm.mmra_tag<"vulkan":"nonprivate">]} : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = [#llvm.mmra_tag<"sync-as":"0">, #llvm.mmra_tag<"vulkan":"nonprivate">]}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @example_2(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = [#llvm.mmra_tag<"sync-as":"1">, #llvm.mmra_tag<"vulkan":"nonprivate">]} : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = [#llvm.mmra_tag<"sync-as":"1">, #llvm.mmra_tag<"vulkan":"nonprivate">]}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @example_3(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = [#llvm.mmra_tag<"sync-as":"1">, #llvm.mmra_tag<"vulkan":"nonprivate">]} : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"vulkan":"nonprivate">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @second_example_3(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"sync-as":"1">} : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"sync-as":"2">}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}
