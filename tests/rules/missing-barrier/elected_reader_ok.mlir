// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The elected thread reads what it has stored.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @same(%value: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %lane = nvvm.elect.sync -> i1
  llvm.cond_br %lane, ^a, ^b
^a:
  llvm.store %value, %smem : i32, !llvm.ptr<3>
  llvm.br ^b
^b:
  %again = nvvm.elect.sync -> i1
  llvm.cond_br %again, ^c, ^d
^c:
  %v = llvm.load %smem : !llvm.ptr<3> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  llvm.br ^d
^d:
  llvm.return
}
