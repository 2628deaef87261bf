// RUN: fencepost lint %s --target=sm_90 --select=redundant-barrier --verify-diagnostics
// Nobody is told that the buffer has been read.
llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<64 x f32>
llvm.func @consume(%out: !llvm.ptr<1>, %free: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %base = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %from = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.load %from : !llvm.ptr<3> -> f32
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier
  llvm.return
}
