// RUN: fencepost lint %s --target sm_100a --verify-diagnostics
// Each thread has waited for its own copies, and nobody tells the thread that starts the product so.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @product(%v: vector<4xi32>, %g: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %done = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %place = llvm.getelementptr %done[%c16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tile = llvm.getelementptr %done[%c1024] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %warp = llvm.icmp "ult" %tid, %c32 : i32
  %shape = llvm.mlir.constant(135266320 : i32) : i32 // 128 rows, 64 columns
  %no = llvm.mlir.constant(false) : i1
  %none = llvm.mlir.undef : vector<2xi32>
  %high = llvm.mlir.constant(1073758272 : i32) : i32 // rows of 128 bytes, groups of 8 rows 1024 bytes apart
  scf.if %first {
    nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  }
  scf.if %warp {
    nvvm.tcgen05.alloc %place, %c64 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  nvvm.barrier
  %tensor = llvm.load %place : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
  %at = llvm.mul %tid, %c16 : i32
  %own = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %gp = llvm.getelementptr %g[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  // expected-note@below {{writes here}}
  nvvm.cp.async.shared.global %own, %gp, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  %a0 = llvm.ptrtoint %tile : !llvm.ptr<3> to i32
  %a1 = llvm.lshr %a0, %c4 : i32
  %a2 = llvm.and %a1, %mask : i32
  %a3 = llvm.insertelement %a2, %none[%c0 : i32] : vector<2xi32>
  %a4 = llvm.insertelement %high, %a3[%c1 : i32] : vector<2xi32>
  %a = llvm.bitcast %a4 : vector<2xi32> to i64
  scf.if %first {
    // expected-warning@below {{missing-barrier: nvvm.tcgen05.mma of thread 0 may read dynamic shared memory while the nvvm.cp.async.shared.global of warp group 1-3 on line 39 writes it: each warp or thread has waited for its own share of it alone}}
    nvvm.tcgen05.mma %d, %a, %a, %shape, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    nvvm.tcgen05.commit %done : !llvm.ptr<3>
  }
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}
