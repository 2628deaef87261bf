// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The product writes 64 columns: the warps read the last of them, and one behind it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %column = llvm.mlir.constant(63 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %descriptor = llvm.mlir.constant(135266320 : i32) : i32 // a product of 128 rows and 64 columns
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %done = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  llvm.inline_asm has_side_effects "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 128;", "b,r" %first_warp, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  %lane = nvvm.elect.sync -> i1
  %elected = llvm.and %lane, %first_warp : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %elected, %done : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  // expected-note@below {{the last that thread group 1-31 waits for, the workgroup's barrier}}
  nvvm.barrier
  // expected-note@below {{thread 0 starts it here}}
  llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b" %tensor, %a, %b, %descriptor, %no, %elected : (i32, i64, i64, i32, i1, i1) -> !llvm.void
  // expected-note@below {{the next that thread 0 tells others, on @smem}}
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$1];", "b,r" %elected, %done : (i1, !llvm.ptr<3>) -> !llvm.void
  %of_warp = llvm.shl %warp, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %from = llvm.add %in_row, %column : i32
  // expected-warning@below {{missing-async-wait}}
  %r = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.32x32b.x2.b32 {$0, $1}, [$2 + 0];", "=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32)>
  nvvm.tcgen05.wait <load>
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %done, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
