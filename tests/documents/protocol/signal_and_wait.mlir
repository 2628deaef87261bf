// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait,wide-fence --verify-diagnostics
// Signal and wait on the workgroup barrier: once each in every phase, on every path.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @pair(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @wait_first(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait id = -1
  // expected-error@below {{unwaited-signal}}
  rocdl.s.barrier.signal id = -1
  llvm.return
}

llvm.func @signal_twice(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1  // expected-note {{first signalled here}}
  // expected-error@below {{double-signal}}
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @isfirst_after_signal(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1  // expected-note {{first signalled here}}
  // expected-error@below {{double-signal}}
  %f = rocdl.s.barrier.signal.isfirst id = -1 -> i1
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @whole_in_a_pair(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  // expected-error@below {{mixed-barriers}}
  gpu.barrier
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @open_at_the_end(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unwaited-signal}}
  rocdl.s.barrier.signal id = -1
  llvm.return
}

llvm.func @older_spelling(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal -1
  rocdl.s.barrier.wait -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @older_spelling_wait_only(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait -1
  llvm.return
}

llvm.func @intrinsics(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %m1 = llvm.mlir.constant(-1 : i32) : i32
  // expected-error@below {{wait-without-signal}}
  llvm.call_intrinsic "llvm.amdgcn.s.barrier.wait"(%m1) : (i32) -> ()
  llvm.return
}

llvm.func @assembly(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unwaited-signal}}
  llvm.inline_asm has_side_effects "s_barrier_signal -1", ""  : () -> ()
  llvm.return
}
