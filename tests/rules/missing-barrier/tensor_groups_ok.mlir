// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// Two groups of four warps meet before each loads what the other one has stored.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %first_warp = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first_warp {
    nvvm.tcgen05.alloc %smem, %c128 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  nvvm.barrier
  %tensor = llvm.load %smem : !llvm.ptr<3> -> i32
  %quarter = llvm.and %warp, %c3 : i32
  %of_warp = llvm.shl %quarter, %c5 : i32
  %row = llvm.shl %of_warp, %c16 : i32
  %in_row = llvm.add %tensor, %row : i32
  %group = llvm.udiv %tid, %c128 : i32
  %other = llvm.sub %c1, %group : i32
  %own_column = llvm.add %in_row, %group : i32
  %other_column = llvm.add %in_row, %other : i32
  %to = llvm.inttoptr %own_column : i32 to !llvm.ptr<6>
  %from = llvm.inttoptr %other_column : i32 to !llvm.ptr<6>
  nvvm.tcgen05.st %to, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait <store>
  nvvm.barrier
  %r = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait <load>
  llvm.return
}
