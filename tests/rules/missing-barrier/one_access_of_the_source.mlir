// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A tile's store and its load are two accesses each in the text, as their locations say, and have one finding. Behind the
// barrier the tile is read once more: that load meets nothing. The load of another line has a finding of its own.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @kernel(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %last = llvm.mlir.constant(127 : i32) : i32
  %half = llvm.mlir.constant(128 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.sub %last, %t : i32
  %far = llvm.add %t, %half : i32
  %otherfar = llvm.add %other, %half : i32
  %a = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %b = llvm.getelementptr %tile[%far] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %c = llvm.getelementptr %tile[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %d = llvm.getelementptr %tile[%otherfar] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  llvm.store %v, %a : f32, !llvm.ptr<3> loc("k.py":10:4)
  // expected-note@below {{written here}}
  llvm.store %v, %b : f32, !llvm.ptr<3> loc("k.py":10:4)
  // expected-error@below {{missing-barrier: llvm.load may read %c before another thread's llvm.store on line 19 has written it: no barrier is between them, also for 1 more access}}
  %0 = llvm.load %c : !llvm.ptr<3> -> f32 loc("k.py":11:4)
  // expected-note@below {{too early here, too}}
  %1 = llvm.load %d : !llvm.ptr<3> -> f32 loc("k.py":11:4)
  // expected-error@below {{missing-barrier: llvm.load may read %c before another thread's llvm.store on line 19 has written it: no barrier is between them}}
  %2 = llvm.load %c : !llvm.ptr<3> -> f32 loc("k.py":12:4)
  nvvm.barrier0
  %3 = llvm.load %c : !llvm.ptr<3> -> f32 loc("k.py":11:4)
  llvm.return
}
