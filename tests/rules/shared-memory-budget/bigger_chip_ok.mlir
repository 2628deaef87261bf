// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// .. fits gfx950.
gpu.module @kernels {
  gpu.func @fill(%v: f32) workgroup(%lds: memref<20000xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<20000xf32, 3>
    gpu.return
  }
}
