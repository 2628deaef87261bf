// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The same in a cluster of two: both are run.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%value: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %bytes = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %peer = llvm.xor %rank, %c1 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 4;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  %there = nvvm.mapa %bytes, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
  %object = nvvm.mapa %smem, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.inline_asm has_side_effects "@$3 st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [ $0 + 0 ], $1, [ $2 + 0 ];", "r,r,r,b" %there, %value, %object, %first : (!llvm.ptr<7>, i32, !llvm.ptr<7>, i1) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
