// RUN: fencepost lint %s --target=sm_90 --min-level warning --verify-diagnostics
// A fence for inits of mbarriers releases how one was made, so that a relaxed arrival at the barrier of the cluster tells of it; other stores take an arrival that releases.
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<8 x i8>
llvm.mlir.global internal @word() {addr_space = 3 : i32, alignment = 4 : i64} : i32
llvm.func @made() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %bar, %c64 : !llvm.ptr<3>, i32
  }
  nvvm.fence.mbarrier.init
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  llvm.return
}
llvm.func @stored(%v: i32, %to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %word = llvm.mlir.addressof @word : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    llvm.store %v, %word : i32, !llvm.ptr<3>
  }
  nvvm.fence.mbarrier.init
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %r = llvm.load %word : !llvm.ptr<3> -> i32
  llvm.store %r, %to : i32, !llvm.ptr<1>
  llvm.return
}
