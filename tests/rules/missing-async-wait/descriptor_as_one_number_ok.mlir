// RUN: fencepost lint %s --target=sm_90a --min-level warning --verify-diagnostics
// A descriptor that is put together as one number, of which each product of a loop moves the lower word: the tile is handed back when all products have read it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @product(%from: !llvm.ptr<1>, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %zero = llvm.mlir.zero : i64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c512 = llvm.mlir.constant(512 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %c8192 = llvm.mlir.constant(8192 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %between = llvm.mlir.constant(65536 : i64) : i64
  %groups = llvm.mlir.constant(274877906944 : i64) : i64
  %swaps = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %full = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %free = llvm.getelementptr %full[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tiles = llvm.getelementptr %full[%c1024] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %last = llvm.icmp "eq" %tid, %c128 : i32
  %consumes = llvm.icmp "uge" %tid, %c128 : i32
  scf.if %first {
    scf.for %s = %c0 to %c2 step %c1 : i32 {
      %f0 = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %f1 = llvm.getelementptr %free[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      nvvm.mbarrier.init %f0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %f1, %c1 : !llvm.ptr<3>, i32
    }
  }
  nvvm.barrier
  scf.if %first {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %slot = llvm.and %i, %c1 : i32
      %round = llvm.lshr %i, %c1 : i32
      %phase = llvm.and %round, %c1 : i32
      %other = llvm.xor %phase, %c1 : i32
      %f0 = llvm.getelementptr %full[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %f1 = llvm.getelementptr %free[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %start = llvm.mul %slot, %c8192 : i32
      %tile = llvm.getelementptr %tiles[%start] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.try_wait.parity %f1, %other, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.mbarrier.arrive.expect_tx %f0, %c8192 : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.shared.cluster.global %tile, %from, %f0, %c8192 : !llvm.ptr<3>, !llvm.ptr<1>
    }
  }
  scf.if %consumes {
    %a0 = llvm.ptrtoint %tiles : !llvm.ptr<3> to i32
    %a1 = llvm.lshr %a0, %c4 : i32
    %a2 = llvm.and %a1, %mask : i32
    %a3 = llvm.zext %a2 : i32 to i64
    %a4 = llvm.or %a3, %between : i64
    %a5 = llvm.or %a4, %groups : i64
    %a6 = llvm.or %a5, %swaps : i64
    %words = llvm.bitcast %a6 : i64 to vector<2xi32>
    %low = llvm.extractelement %words[%zero : i64] : vector<2xi32>
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %slot = llvm.and %i, %c1 : i32
      %round = llvm.lshr %i, %c1 : i32
      %phase = llvm.and %round, %c1 : i32
      %f0 = llvm.getelementptr %full[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %f1 = llvm.getelementptr %free[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %units = llvm.mul %slot, %c512 : i32
      nvvm.mbarrier.try_wait.parity %f0, %phase, %ticks : !llvm.ptr<3>, i32, i32
      nvvm.wgmma.fence.aligned
      scf.for %k = %c0 to %c4 step %c1 : i32 {
        %inner = llvm.mul %k, %c2 : i32
        %moved = llvm.add %units, %inner : i32
        %here = llvm.add %low, %moved : i32
        %pair = llvm.insertelement %here, %words[%zero : i64] : vector<2xi32>
        %a = llvm.bitcast %pair : vector<2xi32> to i64
        %r = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $9, p, $11, $12, $13, $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,r,n,n,n,n" %f, %f, %f, %f, %a, %a, %c1, %c1, %c1, %c0, %c0 : (f32, f32, f32, f32, i64, i64, i32, i32, i32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
      }
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      scf.if %last {
        %state = nvvm.mbarrier.arrive %f1 : !llvm.ptr<3> -> i64
      }
    }
  }
  llvm.return
}
