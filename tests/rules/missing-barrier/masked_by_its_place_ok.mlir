// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// As masked_by_its_place.mlir, but each lane waits for its copy and reads its own element: no other lane writes there.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @fetch(%from: !llvm.ptr<1>, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %last = llvm.mlir.constant(2147483647 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %inside = llvm.icmp "slt" %tid, %n : i32
  %nowhere = llvm.inttoptr %last : i32 to !llvm.ptr<3>
  %to = llvm.select %inside, %mine, %nowhere : i1, !llvm.ptr<3>
  rocdl.global.load.async.to.lds.b32 %from, %to, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  rocdl.s.wait.asynccnt 0
  %r = llvm.load %mine : !llvm.ptr<3> -> f32
  llvm.return
}
