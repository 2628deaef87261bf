// RUN: fencepost lint %s --target sm_100a --verify-diagnostics
// Of a sparse product the right matrix has four pieces of 16 bytes in each row: the upper two are handed back while it may still read them.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @product(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %size = llvm.mlir.constant(2048 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %shape = llvm.mlir.constant(68157456 : i32) : i32 // 64 rows, 64 columns
  %no = llvm.mlir.constant(false) : i1
  %full = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %free = llvm.getelementptr %full[%c8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %place = llvm.getelementptr %full[%c16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tile = llvm.getelementptr %full[%c1024] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %upper = llvm.getelementptr %tile[%size] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %other = llvm.icmp "eq" %tid, %c32 : i32
  %warp = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free, %c1 : !llvm.ptr<3>, i32
  }
  scf.if %warp {
    nvvm.tcgen05.alloc %place, %c64 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  nvvm.barrier
  %tensor = llvm.load %place : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
  %a0 = llvm.ptrtoint %tile : !llvm.ptr<3> to i32
  %none = llvm.mlir.undef : vector<2xi32>
  %high = llvm.mlir.constant(16392 : i32) : i32
  %pieces = llvm.mlir.constant(4194304 : i32) : i32
  %a1 = llvm.lshr %a0, %c4 : i32
  %a2 = llvm.and %a1, %mask : i32
  %a2b = llvm.or %a2, %pieces : i32
  %a3 = llvm.insertelement %a2b, %none[%c0 : i32] : vector<2xi32>
  %a4 = llvm.insertelement %high, %a3[%c1 : i32] : vector<2xi32>
  %a = llvm.bitcast %a4 : vector<2xi32> to i64
  scf.if %first {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      %before = llvm.xor %phase, %c1 : i32
      nvvm.mbarrier.try_wait.parity %free, %before, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.mbarrier.arrive.expect_tx %full, %size : !llvm.ptr<3>, i32
      // expected-note@below {{thread 0 starts it here}}
      nvvm.cp.async.bulk.shared.cluster.global %upper, %from, %full, %size : !llvm.ptr<3>, !llvm.ptr<1>
    }
  }
  scf.if %other {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %phase = llvm.and %i, %c1 : i32
      nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32
      // expected-warning@below {{missing-async-wait}}
      llvm.inline_asm has_side_effects "{ .reg .pred p; setp.ne.b32 p, $4, 0; tcgen05.mma.sp.cta_group::1.kind::f16 [$0], $1, $2, [$5], $3, p; }", "r,l,l,r,r,r" %tensor, %a, %a, %shape, %c1, %tensor : (i32, i64, i64, i32, i32, i32) -> ()
      %state = nvvm.mbarrier.arrive %free : !llvm.ptr<3> -> i64
    }
  }
  llvm.return
}
