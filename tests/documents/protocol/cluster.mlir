// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier --verify-diagnostics
// The cluster barrier -3: one wave of each workgroup signals, every wave may wait; it orders no workgroup memory.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>

llvm.func @as_meant() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %first = rocdl.s.barrier.signal.isfirst id = -1 -> i1
  rocdl.s.barrier.wait id = -1
  scf.if %first {
    rocdl.s.barrier.signal id = -3
  }
  rocdl.s.barrier.wait id = -3
  llvm.return
}

llvm.func @never_signalled() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{wait-without-signal}}
  rocdl.s.barrier.wait id = -3
  llvm.return
}

llvm.func @signalled_twice() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  rocdl.s.barrier.signal id = -3  // expected-note {{first signalled here}}
  // expected-error@below {{double-signal}}
  rocdl.s.barrier.signal id = -3
  rocdl.s.barrier.wait id = -3
  llvm.return
}

llvm.func @left_open() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unwaited-signal}}
  rocdl.s.barrier.signal id = -3
  llvm.return
}

llvm.func @orders_no_workgroup_memory(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>  // expected-note {{written here}}
  rocdl.s.barrier.signal id = -3
  rocdl.s.barrier.wait id = -3
  // expected-error@below {{missing-barrier}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @init_is_the_hardware_s() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %three = llvm.mlir.constant(-3 : i32) : i32
  // expected-error@below {{unavailable-barrier}}
  llvm.inline_asm has_side_effects "s_barrier_join -3", ""  : () -> ()
  llvm.return
}

llvm.func @ids_of_the_trap_handler() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{reserved-barrier}}
  rocdl.s.barrier.signal id = -2
  // expected-error@below {{reserved-barrier}}
  rocdl.s.barrier.signal id = -4
  llvm.return
}

llvm.func @no_such_id() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.signal id = 17
  // expected-error@below {{unavailable-barrier}}
  rocdl.s.barrier.signal id = -5
  llvm.return
}
