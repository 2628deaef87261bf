// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The first workgroup copies into both; each reads its tile before it waits for it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1040 x i8>
llvm.func @k(%map: !llvm.ptr, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %both = llvm.mlir.constant(3 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tile = llvm.getelementptr %smem[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  %starts = llvm.and %first, %leads : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 1024;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  // expected-note@below {{thread 0 of workgroup 0 starts it here}}
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$1], [$2, {$3, $4}], [$5], $6;", "b,r,l,r,r,r,h" %starts, %tile, %map, %c0, %c0, %smem, %both : (i1, !llvm.ptr<3>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i32) -> !llvm.void
  %at = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  // expected-error@below {{missing-async-wait: llvm.load of thread 0 of workgroup 1 may read @smem before the llvm.inline_asm that thread 0 of workgroup 0 starts}}
  %v = llvm.load %at : !llvm.ptr<3> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
