// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Four elements each, two apart: every second half is written twice.
gpu.module @kernels {
  gpu.func @quads() workgroup(%lds: memref<1024xi32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %stride = arith.constant 2 : index
    %tid = gpu.thread_id x
    %own = arith.index_cast %tid : index to i32
    %v = vector.broadcast %own : i32 to vector<4xi32>
    %mine = arith.muli %tid, %stride : index
    // expected-error@+2 {{racing-store: vector.store lets several threads}}
    // expected-note@+1 {{written here}}
    vector.store %v, %lds[%mine] : memref<1024xi32, 3>, vector<4xi32>
    gpu.return
  }
}
