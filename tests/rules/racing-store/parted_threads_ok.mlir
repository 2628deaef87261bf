// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The first thread goes a way of its own before all of them store, each at its own place.
llvm.mlir.global internal @object() {addr_space = 3 : i32} : i64
llvm.mlir.global internal @flag() {addr_space = 3 : i32} : !llvm.array<64 x i32>
llvm.func @parted(%x: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %false = llvm.mlir.constant(false) : i1
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %ticks = llvm.mlir.constant(1000 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %object = llvm.mlir.addressof @object : !llvm.ptr<3>
  %flag = llvm.mlir.addressof @flag : !llvm.ptr<3>
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^make, ^made
^make:
  nvvm.mbarrier.init %object, %c1 : !llvm.ptr<3>, i32
  llvm.br ^made
^made:
  nvvm.barrier0
  llvm.cond_br %first, ^arrive, ^all
^arrive:
  nvvm.mbarrier.arrive %object : !llvm.ptr<3> -> i64
  llvm.br ^all
^all:
  %own = llvm.getelementptr %flag[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %tid, %own : i32, !llvm.ptr<3>
  nvvm.mbarrier.try_wait.parity %object, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}
