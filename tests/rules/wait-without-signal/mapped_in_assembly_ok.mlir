// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// Each of the first two lanes of both workgroups arrives in the workgroup of its number: two arrivals for each barrier.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 32>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 2;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %tells = llvm.icmp "ult" %tid, %c2 : i32
  llvm.inline_asm has_side_effects "{\0A.reg .b32 there;\0A@$0 mapa.shared::cluster.u32 there, $1, $2;\0A@$0 mbarrier.arrive.shared::cluster.b64 _,\0A [there];\0A}", "b,r,r" %tells, %smem, %tid : (i1, !llvm.ptr<3>, i32) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
