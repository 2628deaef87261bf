// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// One copy may still be in flight behind a wait that lets one stay.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @fetch(%from: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %other = llvm.sub %c255, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %yours = llvm.getelementptr %lds[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  rocdl.global.load.async.to.lds.b32 %from, %mine, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3> // expected-note {{copied here}} expected-note {{the last copy}}
  rocdl.s.wait.asynccnt 1 // expected-warning {{redundant-wait: waits for nothing}}
  rocdl.s.barrier.signal id = -1
  // expected-warning@below {{ineffective-barrier: rocdl.s.barrier.wait does not wait for the rocdl.global.load.async.to.lds.b32}}
  rocdl.s.barrier.wait id = -1
  // expected-error@below {{missing-async-wait: llvm.load may read %yours before the rocdl.global.load.async.to.lds.b32 on line 11 has landed: the barrier between them does not wait for it; rocdl.s.wait.asynccnt with a count of 0 must come before the barrier}}
  %r = llvm.load %yours : !llvm.ptr<3> -> f32
  llvm.return
}
