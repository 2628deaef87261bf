// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The slot goes on from round to round by the iterations of the loop inside and one more: slot %n is left out.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x array<32 x f32>>
llvm.func @slots(%x: f32, %n: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = llvm.and %tid, %c31 : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %writes = llvm.icmp "ult" %tid, %c32 : i32
  llvm.cond_br %writes, ^rounds(%c0, %c0 : i32, i32), ^read
^rounds(%round: i32, %slot: i32):
  %more = llvm.icmp "slt" %round, %c2 : i32
  llvm.cond_br %more, ^steps(%c0, %slot : i32, i32), ^written
^steps(%step: i32, %at: i32):
  %goes_on = llvm.icmp "slt" %step, %n : i32
  llvm.cond_br %goes_on, ^write, ^next
^write:
  %mine = llvm.getelementptr %tile[%at, %lane] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
  llvm.store %x, %mine : f32, !llvm.ptr<3>
  %step1 = llvm.add %step, %c1 : i32
  %at1 = llvm.add %at, %c1 : i32
  llvm.br ^steps(%step1, %at1 : i32, i32)
^next:
  %after = llvm.add %at, %c1 : i32
  %round1 = llvm.add %round, %c1 : i32
  llvm.br ^rounds(%round1, %after : i32, i32)
^written:
  nvvm.barrier id = %c1 number_of_threads = %c64
  llvm.return
^read:
  %that = llvm.add %n, %c0 : i32
  %theirs = llvm.getelementptr %tile[%that, %lane] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
  %v = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.store %v, %out : f32, !llvm.ptr<1>
  nvvm.barrier id = %c1 number_of_threads = %c64
  llvm.return
}
