// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// All arrivals come before the end.
gpu.module @kernels {
  llvm.mlir.global internal @bar() {addr_space = 3 : i32} : i64
  llvm.func @again(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %b = llvm.mlir.addressof @bar : !llvm.ptr<3>
    nvvm.mbarrier.init.shared %b, %n : !llvm.ptr<3>, i32
    nvvm.barrier0
    %t = nvvm.mbarrier.arrive.shared %b : !llvm.ptr<3> -> i64
    nvvm.barrier0
    nvvm.mbarrier.inval.shared %b : !llvm.ptr<3>
    llvm.return
  }
}
