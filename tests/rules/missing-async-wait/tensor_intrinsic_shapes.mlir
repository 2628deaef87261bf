// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// By intrinsics: a copy writes four columns. Each shape reads the fourth one before its warp waits, that of two halves with its second half.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
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
    llvm.call_intrinsic "llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1"(%base, %a) : (!llvm.ptr<6>, i64) -> ()
    // expected-note@below {{the next that thread 0 tells others, on @smem}}
    // expected-note@below {{the next that thread 0 tells others, on @smem}}
    llvm.call_intrinsic "llvm.nvvm.tcgen05.commit.shared.cg1"(%done) : (!llvm.ptr<3>) -> ()
  }
  %of_warp = llvm.shl %warp, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %from = llvm.add %in_row, %column : i32
  %at = llvm.inttoptr %from : i32 to !llvm.ptr<6>
  %half = llvm.mlir.constant(-8 : i64) : i64
  // expected-warning@below {{missing-async-wait}}
  %r0 = llvm.call_intrinsic "llvm.nvvm.tcgen05.ld.16x64b.x1"(%at, %no) : (!llvm.ptr<6>, i1) -> vector<2xi32>
  // expected-warning@below {{missing-async-wait}}
  %r1 = llvm.call_intrinsic "llvm.nvvm.tcgen05.ld.16x128b.x1"(%at, %no) : (!llvm.ptr<6>, i1) -> vector<2xi32>
  // expected-warning@below {{missing-async-wait}}
  %r2 = llvm.call_intrinsic "llvm.nvvm.tcgen05.ld.16x256b.x1"(%at, %no) : (!llvm.ptr<6>, i1) -> vector<4xi32>
  %far = llvm.add %from, %c8 : i32
  %there = llvm.inttoptr %far : i32 to !llvm.ptr<6>
  // expected-warning@below {{missing-async-wait}}
  %r = llvm.call_intrinsic "llvm.nvvm.tcgen05.ld.16x32bx2.x1"(%there, %half, %no) : (!llvm.ptr<6>, i64, i1) -> i32
  llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.ld"() : () -> ()
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}
