// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The kernel stores what its warps do, and the run follows it, to its end.
llvm.mlir.global internal @jobs() {addr_space = 3 : i32} : !llvm.array<2 x i8>
llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i64>
llvm.func @workers(%g: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %warps = llvm.mlir.constant(32 : i32) : i32
  %ticks = llvm.mlir.constant(1000 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %five : i32
  %jobs = llvm.mlir.addressof @jobs : !llvm.ptr<3>
  %bars = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %mine = llvm.getelementptr %jobs[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %bar = llvm.getelementptr %bars[%zero] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %first = llvm.icmp "eq" %tid, %zero : i32
  llvm.cond_br %first, ^init, ^made
^init:
  nvvm.mbarrier.init %bars, %warps : !llvm.ptr<3>, i32
  llvm.br ^made
^made:
  %job = llvm.trunc %warp : i32 to i8
  llvm.store %job, %mine : i8, !llvm.ptr<3>
  nvvm.barrier
  %told = llvm.load %mine : !llvm.ptr<3> -> i8
  llvm.switch %told : i8, ^end [
    0: ^arrives,
    1: ^waits
  ]
^arrives:
  nvvm.barrier id = %one number_of_threads = %warps
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  llvm.br ^end
^waits:
  nvvm.mbarrier.try_wait.parity %bars, %zero, %ticks : !llvm.ptr<3>, i32, i32
  llvm.br ^end
^end:
  llvm.return
}
