// RUN: fencepost fix %s --target=sm_100
// Warps that go different ways meet in front of the way on which one gives tensor memory back.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%value: vector<2xi32>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %done = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first_warp {
    nvvm.tcgen05.alloc %smem, %c64 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  scf.if %first {
    nvvm.mbarrier.init %done, %c128 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  %base = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
  %of_warp = llvm.shl %warp, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %at = llvm.inttoptr %in_row : i32 to !llvm.ptr<6>
  nvvm.tcgen05.st %at, %value {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait <store>
  %state = nvvm.mbarrier.arrive %done : !llvm.ptr<3> -> i64
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %r = nvvm.tcgen05.ld %at {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
  scf.if %first_warp {
    nvvm.tcgen05.dealloc %base, %c64 : !llvm.ptr<6>, i32
  }
  llvm.return
}
