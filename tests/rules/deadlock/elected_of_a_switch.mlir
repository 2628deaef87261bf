// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Roles by a switch on the warp's number, which a shuffle makes the same for all; the thread that the producer elects waits for two arrivals, and gets one.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
  llvm.mlir.global internal @bars() {addr_space = 3 : i32} : !llvm.array<2 x i64>
  llvm.func @ring(%f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %rounds = llvm.mlir.constant(4 : i32) : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %full = llvm.mlir.addressof @bars : !llvm.ptr<3>
    %free = llvm.getelementptr %full[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.udiv %tid, %warp : i32
    %number = nvvm.shfl.sync idx %all, %own, %zero, %clamp : i32 -> i32
    %thread0 = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %thread0, ^init, ^ready
  ^init:
    nvvm.mbarrier.init %full, %one : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free, %two : !llvm.ptr<3>, i32
    llvm.br ^ready
  ^ready:
    nvvm.barrier
    llvm.switch %number : i32, ^end [
      0: ^producer,
      1: ^consumer
    ]
  ^producer:
    %elected = nvvm.elect.sync -> i1
    llvm.br ^put(%zero : i32)
  ^put(%i: i32):
    llvm.cond_br %elected, ^store, ^stored
  ^store:
    %odd = llvm.and %i, %one : i32
    %even = llvm.xor %odd, %one : i32
    // expected-error@below {{deadlock}}
    nvvm.mbarrier.try_wait.parity %free, %even, %ticks : !llvm.ptr<3>, i32, i32
    llvm.store %f, %tile : f32, !llvm.ptr<3>
    %s0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    llvm.br ^stored
  ^stored:
    nvvm.bar.warp.sync %all : i32 // expected-note {{waits here}}
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "ult" %next, %rounds : i32
    llvm.cond_br %more, ^put(%next : i32), ^end
  ^consumer:
    %reads = nvvm.elect.sync -> i1
    llvm.cond_br %reads, ^take(%zero, %zero : i32, i32), ^end
  ^take(%k: i32, %phase: i32):
    nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32 // expected-note {{waits here}}
    %v = llvm.load %tile : !llvm.ptr<3> -> f32
    %s1 = nvvm.mbarrier.arrive %free : !llvm.ptr<3> -> i64 // expected-note {{}}
    %flipped = llvm.xor %phase, %one : i32
    %after = llvm.add %k, %one : i32
    %again = llvm.icmp "ult" %after, %rounds : i32
    llvm.cond_br %again, ^take(%after, %flipped : i32, i32), ^end
  ^end:
    llvm.return
  }
}
