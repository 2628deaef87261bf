// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// A value that a load of tensor memory brings is used before the wait for the load: only a store to the columns has to wait for it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64, %v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %yes = llvm.mlir.constant(true) : i1
  %descriptor = llvm.mlir.constant(135266320 : i32) : i32 // a product of 128 rows and 64 columns
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %full = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  %moves = llvm.icmp "ult" %tid, %c128 : i32
  scf.if %first_warp {
    nvvm.tcgen05.alloc %smem, %c128 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  %lane = nvvm.elect.sync -> i1
  %elected = llvm.and %lane, %first_warp : i1
  scf.if %elected {
    nvvm.mbarrier.init %full, %c4 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  nvvm.barrier
  scf.if %moves {
    %of_warp = llvm.shl %warp, %c5 : i32
    %row = llvm.shl %of_warp, %c16 : i32
    %in_row = llvm.add %tensor, %row : i32
    %at = llvm.inttoptr %in_row : i32 to !llvm.ptr<6>
    // expected-note@below {{starts it here}}
    %r = nvvm.tcgen05.ld %at {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    %u = llvm.add %r, %c1 : i32
    // expected-warning@below {{missing-async-wait}}
    nvvm.tcgen05.st %at, %u {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    nvvm.tcgen05.wait <load>
    nvvm.tcgen05.wait <store>
    scf.if %lane {
      %s = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    }
  } else {
    nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %base = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
    scf.if %lane {
      nvvm.tcgen05.mma %base, %a, %b, %descriptor, %yes {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    }
  }
  llvm.return
}
