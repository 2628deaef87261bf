// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier --verify-diagnostics
// The same over branches, loops, graphs of blocks and calls: where paths meet the phase must be the same.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @elsewhere()
llvm.func internal @wait() {
  rocdl.s.barrier.wait id = -1
  llvm.return
}
llvm.func internal @signal() {
  rocdl.s.barrier.signal id = -1  // expected-note {{in the callee, here}}
  llvm.return
}

llvm.func @one_arm_signals(%p: i1) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unbalanced-barrier}}
  scf.if %p {
    rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  }
  rocdl.s.barrier.wait id = -1
  llvm.return
}

llvm.func @both_arms_signal(%v: f32, %p: i1) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  scf.if %p {
    rocdl.s.barrier.signal id = -1
  } else {
    rocdl.s.barrier.signal id = -1
  }
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @loop_signals(%n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  // expected-error@below {{unbalanced-barrier}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  }
  llvm.return
}

llvm.func @carried_pair(%v: f32, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  rocdl.s.barrier.signal id = -1
  scf.for %i = %c0 to %n step %c1 : i32 {
    rocdl.s.barrier.wait id = -1
    %y = llvm.load %theirs : !llvm.ptr<3> -> f32
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
  }
  rocdl.s.barrier.wait id = -1
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  llvm.return
}

llvm.func @carried_pair_left_open(%v: f32, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  // expected-error@below {{unwaited-signal}}
  rocdl.s.barrier.signal id = -1
  scf.for %i = %c0 to %n step %c1 : i32 {
    rocdl.s.barrier.wait id = -1
    %y = llvm.load %theirs : !llvm.ptr<3> -> f32
    rocdl.s.barrier.signal id = -1
  }
  llvm.return
}

llvm.func @loop_in_blocks(%v: f32, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  rocdl.s.barrier.signal id = -1
  llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^exit
  ^body:
  rocdl.s.barrier.wait id = -1
  %y = llvm.load %theirs : !llvm.ptr<3> -> f32
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  %next = llvm.add %i, %c1 : i32
  llvm.br ^head(%next : i32)
  ^exit:
  rocdl.s.barrier.wait id = -1
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  llvm.return
}

llvm.func @blocks_disagree(%p: i1, %q: i1) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  llvm.cond_br %p, ^a, ^b
  ^a:
  rocdl.s.barrier.signal id = -1  // expected-note {{signalled here}}
  llvm.cond_br %q, ^c, ^d
  ^b:
  // expected-error@below {{unbalanced-barrier}}
  llvm.cond_br %q, ^d, ^c
  ^c:
  llvm.br ^e
  ^d:
  llvm.br ^e
  ^e:
  rocdl.s.barrier.wait id = -1
  llvm.return
}

llvm.func @irreducible(%p: i1, %q: i1) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  llvm.cond_br %p, ^a, ^b
  ^a:
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.cond_br %q, ^b, ^c
  ^b:
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.cond_br %p, ^a, ^c
  ^c:
  llvm.return
}

llvm.func @callee_waits(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  llvm.call @wait() : () -> ()
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @callee_signals_again(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  // expected-error@below {{double-signal}}
  llvm.call @signal() : () -> ()
  rocdl.s.barrier.wait id = -1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @callee_in_another_file(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  rocdl.s.barrier.signal id = -1
  llvm.call @elsewhere() : () -> ()
  rocdl.s.barrier.wait id = -1
  llvm.return
}
