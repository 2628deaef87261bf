// RUN: fencepost lint %s --target=sm_90 --select=redundant-barrier --verify-diagnostics
// A barrier of all threads that nothing comes behind.
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
  %in = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.cond_br %produces, ^produce, ^end
^produce:
  llvm.store %v, %in : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier
  llvm.return
}
