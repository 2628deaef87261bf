// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// Assembly makes the condition of an argument alone: all threads go the same way, and no role hangs on it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c64 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %odd = llvm.inline_asm "{ .reg .u32 w; mov.u32 w, 1; and.b32 $0, w, $1; }", "=r,r" %n : (i32) -> i32
  %w0 = llvm.icmp "eq" %odd, %c0 : i32
  scf.if %w0 {
    nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
  }
  llvm.return
}
