// RUN: fencepost lint %s --verify-diagnostics
// The writers arrive on the barrier that the readers wait on: its number is computed.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x f32>
llvm.func @hand_over(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %writes = llvm.icmp "ult" %tid, %c64 : i32
  llvm.cond_br %writes, ^write, ^read
^write:
  %to = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %to : f32, !llvm.ptr<3>
  %id = llvm.sub %c2, %c1 : i32
  nvvm.barrier.arrive id = %id number_of_threads = %c128
  llvm.br ^end
^read:
  %lane = llvm.sub %tid, %c64 : i32
  nvvm.barrier id = %c1 number_of_threads = %c128
  %from = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.load %from : !llvm.ptr<3> -> f32
  %place = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %place : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
