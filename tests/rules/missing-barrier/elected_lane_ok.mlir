// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The elected thread stores twice: of the same warp the same thread is elected each time.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%value: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %word = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  %lane = nvvm.elect.sync -> i1
  %e = llvm.and %lane, %w0 : i1
  %again = nvvm.elect.sync -> i1
  %e2 = llvm.and %again, %w0 : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %e, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "@$2 st.shared.b32 [ $1 + 0 ], $0;", "r,r,b" %value, %word, %e : (i32, !llvm.ptr<3>, i1) -> !llvm.void
  llvm.inline_asm has_side_effects "@$2 st.shared.b32 [ $1 + 0 ], $0;", "r,r,b" %c0, %word, %e2 : (i32, !llvm.ptr<3>, i1) -> !llvm.void
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cta.b64 _, [$1];", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  %v = llvm.load %word : !llvm.ptr<3> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  llvm.return
}
