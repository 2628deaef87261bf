// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An op that is known.
gpu.module @kernels {
  gpu.func @fill(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
