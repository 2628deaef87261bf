// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Lanes past the end copy to a place outside of workgroup memory, which leaves the element out: the others' bytes are still on their way when a neighbour reads them.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @fetch(%from: !llvm.ptr<1>, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %last = llvm.mlir.constant(2147483647 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %other = llvm.sub %c255, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %yours = llvm.getelementptr %lds[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %inside = llvm.icmp "slt" %tid, %n : i32
  %nowhere = llvm.inttoptr %last : i32 to !llvm.ptr<3>
  %to = llvm.select %inside, %mine, %nowhere : i1, !llvm.ptr<3>
  rocdl.global.load.async.to.lds.b32 %from, %to, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3> // expected-note {{copied here}}
  // expected-warning@below {{missing-barrier: llvm.load may read %yours before the rocdl.global.load.async.to.lds.b32 on line 15 has landed}}
  %r = llvm.load %yours : !llvm.ptr<3> -> f32
  llvm.return
}
