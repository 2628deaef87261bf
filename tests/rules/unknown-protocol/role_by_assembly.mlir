// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The role is a number that assembly makes with a register of the chip: which threads have it is not known.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %role = llvm.inline_asm "{ .reg .u32 w; mov.u32 w, %warpid; add.u32 $0, w, $1; }", "=r,r" %n : (i32) -> i32
  %w0 = llvm.icmp "eq" %role, %c0 : i32
  // expected-information@below {{unknown-protocol: not judged: which threads go which way is not known here}}
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
  } else {
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @operand_of_a_thread(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %role = llvm.inline_asm "shr.u32 $0, $1, 5;", "=r,r" %tid : (i32) -> i32
  %w0 = llvm.icmp "eq" %role, %c0 : i32
  // expected-information@below {{unknown-protocol: not judged: which threads go which way is not known here}}
  scf.if %w0 {
    nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
  } else {
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
  }
  llvm.return
}
