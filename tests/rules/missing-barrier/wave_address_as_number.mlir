// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The address of the first lane, as a number that becomes a pointer again, lies in the memory that it was taken of. Each
// wave copies a kilobyte of its own, and reads that of the next wave.
llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @k(%rsrc: !llvm.ptr<8>, %out: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.flat_work_group_size = "256,256", rocdl.reqd_work_group_size = array<i32: 256, 1, 1>, target_cpu = "gfx950"} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %c4095 = llvm.mlir.constant(4095 : i32) : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %t = rocdl.workitem.id.x : i32
  %wave = llvm.udiv %t, %c64 : i32
  %part = llvm.mul %wave, %c1024 : i32
  %base = llvm.ptrtoint %lds : !llvm.ptr<3> to i32
  %moved = llvm.add %base, %part : i32
  %first = rocdl.readfirstlane %moved : i32
  %to = llvm.inttoptr %first : i32 to !llvm.ptr<3>
  %from = llvm.mul %t, %c16 : i32
  // expected-note@below {{copied here}}
  rocdl.raw.ptr.buffer.load.lds %rsrc, %to, %c16, %from, %c0, %c0, 0
  rocdl.s.waitcnt 0
  %ahead = llvm.add %from, %c1024 : i32
  %at = llvm.and %ahead, %c4095 : i32
  %own = llvm.getelementptr %lds[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // expected-error@below {{missing-barrier}}
  %x = llvm.load %own : !llvm.ptr<3> -> vector<4xi32>
  %mine = llvm.getelementptr %out[%from] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  llvm.store %x, %mine : vector<4xi32>, !llvm.ptr<1>
  llvm.return
}
