// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The address of the barrier goes through workgroup memory as a number, which is followed.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %obj = llvm.getelementptr %smem[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %buf = llvm.getelementptr %smem[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
  nvvm.mbarrier.init %obj, %c32 : !llvm.ptr<3>, i32
  %pi = llvm.ptrtoint %obj : !llvm.ptr<3> to i32
  llvm.store %pi, %smem : i32, !llvm.ptr<3>
  }
  nvvm.barrier
  %pl = llvm.load %smem : !llvm.ptr<3> -> i32
  %p = llvm.inttoptr %pl : i32 to !llvm.ptr<3>
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %m = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %m : f32, !llvm.ptr<3>
    nvvm.mbarrier.arrive %p : !llvm.ptr<3> -> i64
  } else {
    nvvm.mbarrier.try_wait.parity %obj, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %o = llvm.xor %tid, %c32 : i32
    %y = llvm.getelementptr %buf[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %l = llvm.load %y : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %l, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
