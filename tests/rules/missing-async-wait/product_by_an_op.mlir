// RUN: fencepost lint %s --target=sm_90a --min-level warning --verify-diagnostics
// One product is let under way when a thread of its warps hands the tile back: an op that reads the tile by descriptors.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @product(%from: !llvm.ptr<1>, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %c8192 = llvm.mlir.constant(8192 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %high = llvm.mlir.constant(1073741888 : i32) : i32
  %none = llvm.mlir.undef : vector<2xi32>
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %full = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %free = llvm.getelementptr %full[%c8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tile = llvm.getelementptr %full[%c1024] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %last = llvm.icmp "eq" %tid, %c128 : i32
  %consumes = llvm.icmp "uge" %tid, %c128 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  scf.if %first {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      %other = llvm.xor %phase, %c1 : i32
      nvvm.mbarrier.try_wait.parity %free, %other, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.mbarrier.arrive.expect_tx %full, %c8192 : !llvm.ptr<3>, i32
      // expected-note@below {{thread 0 starts it here}}
      nvvm.cp.async.bulk.shared.cluster.global %tile, %from, %full, %c8192 : !llvm.ptr<3>, !llvm.ptr<1>
    }
  }
  scf.if %consumes {
    %a0 = llvm.ptrtoint %tile : !llvm.ptr<3> to i32
    %a1 = llvm.lshr %a0, %c4 : i32
    %a2 = llvm.and %a1, %mask : i32
    %a3 = llvm.insertelement %a2, %none[%c0 : i32] : vector<2xi32>
    %a4 = llvm.insertelement %high, %a3[%c1 : i32] : vector<2xi32>
    %a = llvm.bitcast %a4 : vector<2xi32> to i64
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.wgmma.fence.aligned
      %u0 = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      // expected-error@below {{missing-async-wait}}
      %r = nvvm.wgmma.mma_async %a, %a, %u0, #nvvm.shape<m = 64, n = 64, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 1
      scf.if %last {
        %state = nvvm.mbarrier.arrive %free : !llvm.ptr<3> -> i64
      }
    }
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @product(%from: !llvm.ptr<1>, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %c8192 = llvm.mlir.constant(8192 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %high = llvm.mlir.constant(1073741888 : i32) : i32
  %none = llvm.mlir.undef : vector<2xi32>
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %full = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %free = llvm.getelementptr %full[%c8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tile = llvm.getelementptr %full[%c1024] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %last = llvm.icmp "eq" %tid, %c128 : i32
  %consumes = llvm.icmp "uge" %tid, %c128 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  scf.if %first {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      %other = llvm.xor %phase, %c1 : i32
      nvvm.mbarrier.try_wait.parity %free, %other, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.mbarrier.arrive.expect_tx %full, %c8192 : !llvm.ptr<3>, i32
      // expected-note@below {{thread 0 starts it here}}
      nvvm.cp.async.bulk.shared.cluster.global %tile, %from, %full, %c8192 : !llvm.ptr<3>, !llvm.ptr<1>
    }
  }
  scf.if %consumes {
    %a0 = llvm.ptrtoint %tile : !llvm.ptr<3> to i32
    %a1 = llvm.lshr %a0, %c4 : i32
    %a2 = llvm.and %a1, %mask : i32
    %a3 = llvm.insertelement %a2, %none[%c0 : i32] : vector<2xi32>
    %a4 = llvm.insertelement %high, %a3[%c1 : i32] : vector<2xi32>
    %a = llvm.bitcast %a4 : vector<2xi32> to i64
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.wgmma.fence.aligned
      %u0 = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      // expected-error@below {{missing-async-wait}}
      %r = "nvvm.wgmma.mma_async"(%u0, %a, %a) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 64, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 1
      scf.if %last {
        %state = nvvm.mbarrier.arrive %free : !llvm.ptr<3> -> i64
      }
    }
  }
  llvm.return
}
