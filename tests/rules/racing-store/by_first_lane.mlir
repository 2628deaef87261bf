// RUN: fencepost lint %s --verify-diagnostics
// Two waves write one half of the tile, each the element that its own first lane tells.
// fencepost: target=gfx942 block=256,1,1
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x f32>
llvm.mlir.global internal @out() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x f32>
llvm.func @halves(%n: i32, %none: f32) attributes {rocdl.kernel} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %out = llvm.mlir.addressof @out : !llvm.ptr<3>
  %t = rocdl.workitem.id.x : i32
  %lane = llvm.urem %t, %c64 : i32
  %first = rocdl.readfirstlane %t : i32
  %half = llvm.udiv %first, %c128 : i32
  %row = llvm.mul %half, %c64 : i32
  %own = llvm.add %row, %lane : i32
  %from = llvm.add %first, %lane : i32
  %inside = llvm.icmp "slt" %from, %n : i32
  %p = llvm.getelementptr %tile[%from] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %a = llvm.load %p : !llvm.ptr<3> -> f32
  %v = llvm.select %inside, %a, %none : i1, f32
  %q = llvm.getelementptr %out[%own] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@below {{written here}}
  // expected-error@below {{racing-store: llvm.store}}
  llvm.store %v, %q : f32, !llvm.ptr<3>
  llvm.return
}
