// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The same with a mask that names both.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%map: !llvm.ptr) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %mask = llvm.mlir.constant(3 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 2;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$1], $2;", "b,r,h" %first, %smem, %mask : (i1, !llvm.ptr<3>, i32) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
