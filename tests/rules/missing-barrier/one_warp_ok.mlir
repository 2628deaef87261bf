// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// nvvm.bar.warp.sync orders the lanes of the warp.
gpu.module @kernels {
  gpu.func @lanes(%v: f32, %all: i32) workgroup(%lds: memref<32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c31 = arith.constant 31 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c31, %tid : index
    memref.store %v, %lds[%tid] : memref<32xf32, 3>
    nvvm.bar.warp.sync %all : i32
    %r = memref.load %lds[%other] : memref<32xf32, 3>
    gpu.return
  }
}
