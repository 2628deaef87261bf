// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The reading warp meets the writing one on a barrier of these two, but only behind its read.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i8>
llvm.func @hand_over(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %writes = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %writes, ^writer, ^other
^writer:
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^store, ^written
^store:
  // expected-note@below {{written here}}
  llvm.store %c64, %smem : i32, !llvm.ptr<3>
  llvm.br ^written
^written:
  nvvm.barrier.cta.arrive %c1, %c64 : i32, i32
  llvm.br ^end
^other:
  %reads = llvm.icmp "eq" %warp, %c1 : i32
  llvm.cond_br %reads, ^reader, ^end
^reader:
  // expected-error@below {{missing-barrier: race: %smem is read before line 19 writes it}}
  %x = llvm.load %smem : !llvm.ptr<3> -> i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  nvvm.barrier.cta.sync %c1, %c64 : i32, i32
  llvm.br ^end
^end:
  nvvm.barrier.cta.sync %c0 {aligned = true} : i32
  llvm.return
}
