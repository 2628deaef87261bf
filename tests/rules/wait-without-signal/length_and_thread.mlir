// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Nobody arrives a second time: a length says whether one thread arrives, and no other thread does.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
llvm.func @k(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %bar = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %last = llvm.icmp "eq" %tid, %c127 : i32
  %some = llvm.icmp "sgt" %n, %c0 : i32
  %both = llvm.and %some, %last : i1
  scf.if %first {
    nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  scf.if %both {
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  }
  scf.if %some {
    nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
    // expected-error@below {{wait-without-signal}}
    // expected-note@below {{thread 127 waits here}}
    // expected-note@below {{thread group 1-126 waits here}}
    nvvm.mbarrier.try_wait.parity %bar, %c1, %ticks : !llvm.ptr<3>, i32, i32
  }
  llvm.return
}
