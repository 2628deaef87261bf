// RUN: fencepost lint %s --verify-diagnostics
// What a warp does is told by its number; all threads meet at barrier 1, at places of their own.
llvm.mlir.global internal @jobs() {addr_space = 3 : i32} : !llvm.array<4 x i8>
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>
llvm.func @workers(%x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %lane = llvm.and %tid, %c31 : i32
  %jobs = llvm.mlir.addressof @jobs : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %jobs[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %job = llvm.add %warp, %c1 : i32
  %writes = llvm.icmp "eq" %job, %c1 : i32
  %reads = llvm.icmp "eq" %job, %c2 : i32
  %place = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.cond_br %writes, ^write, ^other
^other:
  llvm.cond_br %reads, ^read, ^end
^write:
  llvm.store %x, %place : f32, !llvm.ptr<3>
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.br ^end
^read:
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  %v = llvm.load %place : !llvm.ptr<3> -> f32
  llvm.br ^end
^end:
  llvm.return
}
