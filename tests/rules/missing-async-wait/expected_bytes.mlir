// RUN: fencepost lint %s --verify-diagnostics
// How much the copy brings its descriptor says; the object expects 256 bytes, and the load reads the last of them.
// fencepost: target=sm_90 block=64,1,1
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%map: !llvm.ptr, %at: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %object = llvm.getelementptr %smem[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %place = llvm.getelementptr %smem[252] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %copies = llvm.icmp "ult" %tid, %c32 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %object : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  llvm.cond_br %copies, ^copy, ^read
^copy:
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 256;", "b,r" %first, %object : (i1, !llvm.ptr<3>) -> !llvm.void
  // expected-note@+1 {{thread 0 starts it here}}
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$2, {$3}], [$4];", "b,r,l,r,r" %first, %smem, %map, %at, %object : (i1, !llvm.ptr<3>, !llvm.ptr, i32, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %object, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.br ^end
^read:
  // expected-error@+1 {{missing-async-wait}}
  %v = llvm.load %place : !llvm.ptr<3> -> f32
  llvm.store %v, %out : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
