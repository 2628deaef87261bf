// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Four elements each, four apart.
gpu.module @kernels {
  gpu.func @quads(%v: vector<4xf32>) workgroup(%lds: memref<1024xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %stride = arith.constant 4 : index
    %tid = gpu.thread_id x
    %mine = arith.muli %tid, %stride : index
    vector.store %v, %lds[%mine] : memref<1024xf32, 3>, vector<4xf32>
    gpu.return
  }
}
