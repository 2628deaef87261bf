// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The elected thread of each of two warps stores to the same bytes, behind a switch.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32} : !llvm.array<1 x i64>
  llvm.func @handover(%g: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 1, 1>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %warps = llvm.mlir.constant(64 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %full = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %from = llvm.getelementptr %g[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %f = llvm.load %from : !llvm.ptr<1> -> f32
    %thread0 = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %thread0, ^init, ^ready
  ^init:
    nvvm.mbarrier.init %full, %two : !llvm.ptr<3>, i32
    llvm.br ^ready
  ^ready:
    nvvm.barrier
    %below = llvm.icmp "ult" %tid, %warps : i32
    %role = llvm.select %below, %zero, %one : i1, i32
    llvm.switch %role : i32, ^end [
      0: ^producer,
      1: ^consumer
    ]
  ^producer:
    %elected = nvvm.elect.sync -> i1
    llvm.cond_br %elected, ^one, ^end
  ^one:
    // expected-error@below {{racing-store: llvm.store lets several threads write the same bytes of %tile}}
    // expected-note@below {{written here}}
    llvm.store %f, %tile : f32, !llvm.ptr<3>
    %s0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    llvm.br ^end
  ^consumer:
    nvvm.mbarrier.try_wait.parity %full, %zero, %ticks : !llvm.ptr<3>, i32, i32
    %v = llvm.load %tile : !llvm.ptr<3> -> f32
    llvm.br ^end
  ^end:
    llvm.return
  }
}
