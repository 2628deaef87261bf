// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// Thread 0 reads what the elected thread stores: which one that is, nobody promises.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @both(%value: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %lane = nvvm.elect.sync -> i1
  llvm.cond_br %lane, ^a, ^b
^a:
  // expected-note@below {{written here}}
  llvm.store %value, %smem : i32, !llvm.ptr<3>
  llvm.br ^b
^b:
  llvm.cond_br %first, ^c, ^d
^c:
  // expected-warning@below {{missing-barrier: llvm.load may read %smem before another thread's llvm.store on line}}
  %v = llvm.load %smem : !llvm.ptr<3> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  llvm.br ^d
^d:
  llvm.return
}
