// RUN: fencepost lint %s --target sm_100 --min-level=warning --verify-diagnostics
// One copy fills the tiles of both workgroups, and completes on the object of each.
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>
llvm.func @k(%map: !llvm.ptr, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(2048 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %even = llvm.icmp "eq" %rank, %c0 : i32
  %leads = llvm.and %first, %even : i1
  scf.if %leads {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  %wide = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  scf.if %leads {
    nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  }
  scf.if %leads {
    // expected-error@below {{uninitialized-resource}}
    // expected-note@below {{thread 0 of workgroup 0 starts it here}}
    nvvm.cp.async.bulk.tensor.shared.cluster.global %wide, %map, %full, box[%c0, %c0] multicast_mask = %both : !llvm.ptr<7>, !llvm.ptr
  }
  scf.if %even {
    nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %v = llvm.load %tile : !llvm.ptr<3> -> f32
    llvm.store %v, %out : f32, !llvm.ptr<1>
  }
  nvvm.cluster.arrive
  nvvm.cluster.wait
  // expected-error@below {{missing-barrier}}
  llvm.return
}
