// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Read as they were written, each thread has its own four.
gpu.module @kernels {
  gpu.func @quads(%v: vector<4xf32>) workgroup(%lds: memref<1026xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %tid = gpu.thread_id x
    %mine = arith.muli %tid, %c4 : index
    %shifted = arith.addi %mine, %c2 : index
    vector.store %v, %lds[%mine] : memref<1026xf32, 3>, vector<4xf32>
    %r = vector.load %lds[%mine] : memref<1026xf32, 3>, vector<4xf32>
    gpu.return
  }
}
