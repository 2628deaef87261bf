// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// A warp waits for its stores to tensor memory, and another one starts a product there without having heard of them.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%a: i64, %b: i64, %v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>} {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %yes = llvm.mlir.constant(true) : i1
  %descriptor = llvm.mlir.constant(135266320 : i32) : i32 // a product of 128 rows and 64 columns
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  %moves = llvm.icmp "ult" %tid, %c128 : i32
  scf.if %first_warp {
    nvvm.tcgen05.alloc %smem, %c128 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  %lane = nvvm.elect.sync -> i1
  // expected-note@below {{the last that thread 128 waits for, the workgroup's barrier: it comes from before the access}}
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  scf.if %moves {
    %of_warp = llvm.shl %warp, %c5 : i32
    %row = llvm.shl %of_warp, %c16 : i32
    %in_row = llvm.add %tensor, %row : i32
    %at = llvm.inttoptr %in_row : i32 to !llvm.ptr<6>
    // expected-note@below {{warp group 1-3 writes here}}
    nvvm.tcgen05.st %at, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    nvvm.tcgen05.wait <store>
  }
  %other = llvm.icmp "uge" %tid, %c128 : i32
  %starts = llvm.and %lane, %other : i1
  scf.if %starts {
    %base = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
    // expected-warning@below {{missing-barrier}}
    nvvm.tcgen05.mma %base, %a, %b, %descriptor, %yes {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  }
  // expected-note@below {{the next that warp group 1-3 tells others, on the workgroup's barrier: thread 128 has not waited for it}}
  llvm.return
}
