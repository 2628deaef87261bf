// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --min-level=hint --verify-diagnostics
// Named barriers: initialised, published by the workgroup barrier, joined, arrived on, waited for. By pointer and by number they are one barrier here, since which
// number the pointer stands for is not known; so findings are warnings.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>

llvm.func @as_meant(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @by_number(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = 1
  rocdl.s.barrier.wait id = 1
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @data_not_landed(%v: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>  // expected-note {{written here}}
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  // expected-error@below {{missing-fence}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @never_initialised() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  // expected-warning@below {{uninitialized-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @not_published() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  // expected-warning@below {{uninitialized-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @published_by_a_split_pair() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @never_joined() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @null_joined_in_between() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %null = llvm.mlir.constant(0 : i32) : i32
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  llvm.inline_asm has_side_effects "s_barrier_join 0", ""  : () -> ()
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @joined_for_nothing() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  // expected-warning@below {{unwaited-signal}}
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}

llvm.func @joined_again_after_the_last_wait() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  llvm.return
}

llvm.func @signalled_before_it_joined() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{signalled here}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @producer_that_never_joins() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}

llvm.func @signalled_twice_by_a_member() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{first signalled here}}
  // expected-warning@below {{double-signal}}
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  llvm.return
}

llvm.func @left_after_the_wait() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  rocdl.s.barrier.leave id = 1
  llvm.return
}

llvm.func @left_after_arriving() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-hint@below {{unjoined-barrier}}
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{signalled here}}
  // expected-warning@below {{leave-after-arrive}}
  rocdl.s.barrier.leave id = 1
  llvm.return
}

llvm.func @left_without_joining() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  // expected-warning@below {{unjoined-barrier}}
  rocdl.s.barrier.leave id = 1
  llvm.return
}

llvm.func @open_at_the_end() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  // expected-warning@below {{unwaited-signal}}
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>
  llvm.return
}

llvm.func @initialised_again_while_open() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.join %bar : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %bar member_cnt = 0 : !llvm.ptr<3>  // expected-note {{signalled here}}
  // expected-warning@below {{double-signal}}
  rocdl.s.barrier.init %bar member_cnt = 4 : !llvm.ptr<3>
  rocdl.barrier
  rocdl.s.barrier.wait id = 1
  llvm.return
}
