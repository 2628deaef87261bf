// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// A copy into tensor memory writes four columns: instructions of each shape read the fourth one before their warps wait.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %column = llvm.mlir.constant(3 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %descriptor = llvm.mlir.constant(135266320 : i32) : i32 // a product of 128 rows and 64 columns
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %done = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first_warp {
    nvvm.tcgen05.alloc %smem, %c128 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  %lane = nvvm.elect.sync -> i1
  %elected = llvm.and %lane, %first_warp : i1
  scf.if %elected {
    nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  %base = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
  // expected-note@below {{the last that thread group 1-31 waits for, the workgroup's barrier}}
  // expected-note@below {{the last that warp group 1-3 waits for, the workgroup's barrier}}
  nvvm.barrier
  scf.if %elected {
    // expected-note@below {{thread 0 starts it here}}
    llvm.inline_asm has_side_effects "tcgen05.cp.cta_group::1.warpx4.32x128b [$0], $1;", "r,l" %tensor, %a : (i32, i64) -> !llvm.void
    // expected-note@below {{the next that thread 0 tells others, on @smem}}
    // expected-note@below {{the next that thread 0 tells others, on @smem}}
    nvvm.tcgen05.commit %done : !llvm.ptr<3>
  }
  %of_warp = llvm.shl %warp, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %from = llvm.add %in_row, %column : i32
  %at = llvm.inttoptr %from : i32 to !llvm.ptr<6>
  // expected-warning@below {{missing-async-wait}}
  %r0 = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.16x64b.x2.b32 {$0, $1}, [$2 + 0];", "=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32)>
  // expected-warning@below {{missing-async-wait}}
  %r1 = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.16x128b.x1.b32 {$0, $1}, [$2 + 0];", "=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32)>
  // expected-warning@below {{missing-async-wait}}
  %r2 = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.16x256b.x1.b32 {$0, $1, $2, $3}, [$4 + 0];", "=r,=r,=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
  // expected-warning@below {{missing-async-wait}}
  %r3 = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.32x32b.x2.pack::16b.b32 {$0, $1}, [$2 + 0];", "=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32)>
  // expected-warning@below {{missing-async-wait}}
  %r9 = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {$0, $1}, [$2 + 0], -1;", "=r,=r,r" %from : (i32) -> !llvm.struct<(i32, i32)>
  nvvm.tcgen05.wait <load>
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}
