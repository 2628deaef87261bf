// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// One wave copies ahead and leaves its newest copy in flight, the other reads: too early, for two may be in flight at the first barrier.
llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<32 x f32>>
llvm.func @ahead(%from: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>} {
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %lane = llvm.and %tid, %c31 : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %second = llvm.getelementptr %lds[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  %src = llvm.getelementptr %from[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %a = llvm.getelementptr %lds[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %b = llvm.getelementptr %second[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %copies = llvm.icmp "ult" %tid, %c32 : i32
  llvm.cond_br %copies, ^copy, ^read
^copy:
  // expected-note@below {{copied here}}
  rocdl.global.load.async.to.lds.b32 %src, %a, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  // expected-note@below {{the last copy}}
  rocdl.global.load.async.to.lds.b32 %src, %b, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  // expected-warning@below {{redundant-wait}}
  rocdl.s.wait.asynccnt 2
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.wait.asynccnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.return
^read:
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %a : !llvm.ptr<3> -> f32
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %w = llvm.load %b : !llvm.ptr<3> -> f32
  %sum = llvm.fadd %v, %w : f32
  llvm.store %sum, %out : f32, !llvm.ptr<1>
  llvm.return
}
