// RUN: fencepost lint %s --verify-diagnostics
// Two warps share a copy, and how many bytes each of them brings no text tells: the load that does not wait
// reads the first of them.
// fencepost: target=sm_90 block=96,1,1
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%map: !llvm.ptr, %at: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c9 = llvm.mlir.constant(9 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %second = llvm.getelementptr %smem[1536] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lane = llvm.and %tid, %c31 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %leads = llvm.icmp "eq" %lane, %c0 : i32
  %loads = llvm.icmp "ult" %warp, %c2 : i32
  %shares = llvm.and %leads, %loads : i1
  %half = llvm.shl %warp, %c9 : i32
  %place = llvm.getelementptr %second[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 1024;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  // expected-note@+1 {{the last that warp 2 waits for}}
  nvvm.barrier
  // expected-note@+2 {{starts it here}}
  // expected-note@+1 {{copied here}}
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$2, {$3}], [$4];", "b,r,l,r,r" %shares, %place, %map, %at, %smem : (i1, !llvm.ptr<3>, !llvm.ptr, i32, !llvm.ptr<3>) -> !llvm.void
  llvm.cond_br %loads, ^wait, ^read
^wait:
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.br ^end
^read:
  // expected-error@+1 {{missing-async-wait}}
  %v = llvm.load %second : !llvm.ptr<3> -> f32
  llvm.store %v, %out : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  // expected-note@+1 {{tells others}}
  llvm.return
}
