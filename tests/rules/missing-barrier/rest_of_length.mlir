// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The threads do not meet for lengths with one rest only, which is told as an assumption.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @full() {addr_space = 3 : i32} : i64
  llvm.mlir.global internal @buf() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  // expected-information@below {{unknown-protocol: not judged for every size: with %n = 64 it goes wrong}}
  llvm.func @rest(%n: i32, %ticks: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
    %count = llvm.mlir.constant(128 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c127 = llvm.mlir.constant(127 : i32) : i32
    %f = llvm.mlir.constant(1.0 : f32) : f32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %first, ^init, ^ready
  ^init:
    nvvm.mbarrier.init %full, %count : !llvm.ptr<3>, i32
    llvm.br ^ready
  ^ready:
    nvvm.barrier
    %p = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-note@below {{written here}}
    llvm.store %f, %p : f32, !llvm.ptr<3>
    %part = llvm.urem %n, %c127 : i32
    %skip = llvm.icmp "eq" %part, %c64 : i32
    llvm.cond_br %skip, ^read, ^meet
  ^meet:
    %state = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    nvvm.mbarrier.try_wait.parity %full, %zero, %ticks : !llvm.ptr<3>, i32, i32
    llvm.br ^read
  ^read:
    %other = llvm.sub %c127, %tid : i32
    %q = llvm.getelementptr %buf[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-information@below {{missing-barrier}}
    %x = llvm.load %q : !llvm.ptr<3> -> f32
    %o = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %x, %o : f32, !llvm.ptr<1>
    llvm.return
  }
}
