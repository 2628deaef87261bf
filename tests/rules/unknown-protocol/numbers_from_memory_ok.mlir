// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The text tells both.
llvm.mlir.global internal @x() {addr_space = 3 : i32} : !llvm.array<64 x f32>
llvm.mlir.global internal @full() {addr_space = 3 : i32} : i64
llvm.func @parity(%f: f32, %out: !llvm.ptr<1>, %word: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %x = llvm.mlir.addressof @x : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %l = llvm.urem %t, %c64 : i32
  %px = llvm.getelementptr %x[0, %l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x f32>
  %po = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %t0 = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %t0, ^init, ^meet
^init:
  nvvm.mbarrier.init.shared %full, %c64 : !llvm.ptr<3>, i32
  llvm.br ^meet
^meet:
  nvvm.barrier0
  %p = llvm.icmp "ult" %t, %c64 : i32
  llvm.cond_br %p, ^producer, ^consumer
^producer:
  llvm.store %f, %px : f32, !llvm.ptr<3>
  %a = nvvm.mbarrier.arrive.shared %full : !llvm.ptr<3> -> i64
  llvm.br ^end
^consumer:
  nvvm.mbarrier.try_wait.parity.shared %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %v = llvm.load %px : !llvm.ptr<3> -> f32
  llvm.store %v, %po : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @count(%f: f32, %out: !llvm.ptr<1>, %word: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %x = llvm.mlir.addressof @x : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %l = llvm.urem %t, %c64 : i32
  %px = llvm.getelementptr %x[0, %l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x f32>
  %po = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %t0 = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %t0, ^init, ^meet
^init:
  nvvm.mbarrier.init.shared %full, %c64 : !llvm.ptr<3>, i32
  llvm.br ^meet
^meet:
  nvvm.barrier0
  %p = llvm.icmp "ult" %t, %c64 : i32
  llvm.cond_br %p, ^producer, ^consumer
^producer:
  llvm.store %f, %px : f32, !llvm.ptr<3>
  %a = nvvm.mbarrier.arrive.shared %full : !llvm.ptr<3> -> i64
  llvm.br ^end
^consumer:
  nvvm.mbarrier.try_wait.parity.shared %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %v = llvm.load %px : !llvm.ptr<3> -> f32
  llvm.store %v, %po : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
