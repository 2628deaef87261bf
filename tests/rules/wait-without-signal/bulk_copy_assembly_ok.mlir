// RUN: fencepost lint %s --verify-diagnostics
// A bulk copy that assembly starts arrives on the object in its last brackets: the wait behind it ends.
// fencepost: target=sm_90 block=32,1,1
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%map: !llvm.ptr, %at: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %object = llvm.getelementptr %smem[256] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %object : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 256;", "b,r" %first, %object : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$2, {$3}], [$4];", "b,r,l,r,r" %first, %smem, %map, %at, %object : (i1, !llvm.ptr<3>, !llvm.ptr, i32, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %object, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  %v = llvm.load %smem : !llvm.ptr<3> -> f32
  llvm.store %v, %out : f32, !llvm.ptr<1>
  llvm.return
}
