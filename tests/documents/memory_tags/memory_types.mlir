// RUN: fencepost lint %s --target=gfx942 --ignore=unknown-tag --verify-diagnostics
// Selective synchronisation of memory types: the release of one type does not order accesses tagged with another.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>

llvm.func @same_type(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"sync-as":"3">} : f32, !llvm.ptr<3>
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"sync-as":"3">}
  rocdl.s.barrier
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @other_type(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine {llvm.mmra = #llvm.mmra_tag<"sync-as":"1">} : f32, !llvm.ptr<3>  // expected-note {{written here}} expected-note {{this access}}
  // expected-warning@below {{incompatible-tags}}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"sync-as":"3">}
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}
