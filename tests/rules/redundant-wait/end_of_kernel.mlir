// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Nothing is used between the two waits: the first is of no use. The last is needed, for the copies have to land before the kernel ends.
llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<128 x f32>>
llvm.func @ahead(%from: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %tid = rocdl.workitem.id.x : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %second = llvm.getelementptr %lds[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  %src = llvm.getelementptr %from[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %a = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %b = llvm.getelementptr %second[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  rocdl.global.load.async.to.lds.b32 %src, %a, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  rocdl.global.load.async.to.lds.b32 %src, %b, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  // expected-warning@below {{redundant-wait}}
  rocdl.s.wait.asynccnt 1
  // expected-note@below {{waited for here}}
  rocdl.s.wait.asynccnt 0
  llvm.return
}
