// RUN: fencepost lint %s --verify-diagnostics
// Four waves write one row with what a buffer of global memory holds for each thread.
// fencepost: target=gfx942 block=256,1,1
llvm.mlir.global internal @row() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
llvm.func @kernel(%from: !llvm.ptr<8>) attributes {rocdl.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %row = llvm.mlir.addressof @row : !llvm.ptr<3>
  %t = rocdl.workitem.id.x : i32
  %lane = llvm.urem %t, %c64 : i32
  %offset = llvm.mul %t, %c4 : i32
  %v = rocdl.raw.ptr.buffer.load %from, %offset, %c0, %c0 : f32
  %q = llvm.getelementptr %row[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@below {{written here}}
  // expected-warning@below {{racing-store: llvm.store lets several threads write the same bytes of %q, unless what they write is equal}}
  llvm.store %v, %q : f32, !llvm.ptr<3>
  llvm.return
}
