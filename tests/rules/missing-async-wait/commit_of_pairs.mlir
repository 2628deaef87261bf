// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The product is one of a pair of workgroups, the commit heeds those of single ones only.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %column = llvm.mlir.constant(63 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %descriptor = llvm.mlir.constant(269484048 : i32) : i32 // a product of 256 rows and 64 columns, of a pair of workgroups
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
  nvvm.barrier
  scf.if %elected {
    // expected-note@below {{thread 0 starts it here}}
    nvvm.tcgen05.mma %base, %a, %b, %descriptor, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    // expected-note@below {{the next that thread 0 tells others, on @smem}}
    nvvm.tcgen05.commit %done : !llvm.ptr<3>
  }
  %of_warp = llvm.shl %warp, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %from = llvm.add %in_row, %column : i32
  %at = llvm.inttoptr %from : i32 to !llvm.ptr<6>
  // expected-note@below {{the last that thread group 1-31 waits for, @smem}}
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  // expected-warning@below {{missing-async-wait}}
  %r = nvvm.tcgen05.ld %at {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait <load>
  llvm.return
}
