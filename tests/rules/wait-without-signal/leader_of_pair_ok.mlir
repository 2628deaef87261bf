// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The same with as many as come.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %peer_bit = llvm.mlir.constant(-16777217 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %other = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %peer = llvm.xor %rank, %c1 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 2;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %other : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %number = llvm.ptrtoint %smem : !llvm.ptr<3> to i32
  %of_leader = llvm.and %number, %peer_bit : i32
  %leader = llvm.inttoptr %of_leader : i32 to !llvm.ptr<3>
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cluster.b64 _, [$1];", "b,r" %first, %leader : (i1, !llvm.ptr<3>) -> !llvm.void
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %leads, ^wait, ^end
^wait:
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.br ^end
^end:
  %there = nvvm.mapa %other, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cluster.b64 _, [$1];", "b,r" %first, %there : (i1, !llvm.ptr<7>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %other, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
