// RUN: fencepost lint %s --target=sm_90 --select=redundant-barrier --verify-diagnostics
// Waves that fill a buffer and waves that empty it, each with barriers of their own among those that they share.
llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<64 x f32>
llvm.func @hand_over(%out: !llvm.ptr<1>, %v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %lane = llvm.and %tid, %c63 : i32
  %base = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %produces = llvm.icmp "ult" %tid, %c64 : i32
  llvm.cond_br %produces, ^produce, ^consume
^produce:
  %in = llvm.getelementptr %base[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %in : f32, !llvm.ptr<3>
  nvvm.barrier.arrive id = %c1 number_of_threads = %c128
  nvvm.barrier id = %c2 number_of_threads = %c128
  llvm.br ^end
^consume:
  nvvm.barrier id = %c1 number_of_threads = %c128
  %from = llvm.getelementptr %base[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %r = llvm.load %from : !llvm.ptr<3> -> f32
  nvvm.barrier.arrive id = %c2 number_of_threads = %c128
  llvm.br ^end
^end:
  nvvm.barrier
  llvm.return
}
