// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// It was initialised, and has ended.
gpu.module @kernels {
  llvm.mlir.global internal @bar() {addr_space = 3 : i32} : i64
  llvm.func @again(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %b = llvm.mlir.addressof @bar : !llvm.ptr<3>
    nvvm.mbarrier.init.shared %b, %n : !llvm.ptr<3>, i32
    nvvm.barrier0
    %t = nvvm.mbarrier.arrive.shared %b : !llvm.ptr<3> -> i64
    nvvm.barrier0
    nvvm.mbarrier.inval.shared %b : !llvm.ptr<3>
    nvvm.barrier0
    // expected-error@below {{uninitialized-resource: @bar is used where no path leaves it initialised}}
    %u = nvvm.mbarrier.arrive.shared %b : !llvm.ptr<3> -> i64
    llvm.return
  }
}
