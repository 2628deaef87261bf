// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// Two instructions of one text are predicated by two operands, which are one value.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%count: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %other = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1; @$2 mbarrier.init.shared::cta.b64 [$3], 1;", "b,r,b,r" %first, %smem, %first, %other : (i1, !llvm.ptr<3>, i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cta.b64 _, [$1];", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
