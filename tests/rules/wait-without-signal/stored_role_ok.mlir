// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The first warp tells the second one by a byte per lane what to do, and then to end: it arrives for the reader.
llvm.mlir.global internal @jobs() {addr_space = 3 : i32} : !llvm.array<32 x i8>
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>
llvm.func @workers(%x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %read_it = llvm.mlir.constant(1 : i8) : i8
  %end_it = llvm.mlir.constant(2 : i8) : i8
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = llvm.and %tid, %c31 : i32
  %jobs = llvm.mlir.addressof @jobs : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %job = llvm.getelementptr %jobs[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %place = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %main = llvm.icmp "ult" %tid, %c32 : i32
  llvm.cond_br %main, ^main, ^next
^next:
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  %byte = llvm.load %job : !llvm.ptr<3> -> i8
  llvm.switch %byte : i8, ^none [
    1: ^read,
    2: ^end
  ]
^none:
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.br ^next
^read:
  nvvm.barrier id = %c2 number_of_threads = %c64
  %v = llvm.load %place : !llvm.ptr<3> -> f32
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.br ^next
^main:
  llvm.store %read_it, %job : i8, !llvm.ptr<3>
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.store %x, %place : f32, !llvm.ptr<3>
  nvvm.barrier.arrive id = %c2 number_of_threads = %c64
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.store %end_it, %job : i8, !llvm.ptr<3>
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%c1) : (i32) -> ()
  llvm.br ^end
^end:
  llvm.return
}
