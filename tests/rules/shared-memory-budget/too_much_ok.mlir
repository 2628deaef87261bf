// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// 64,000 are not.
gpu.module @kernels {
  gpu.func @fill(%v: f32) workgroup(%lds: memref<16000xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<16000xf32, 3>
    gpu.return
  }
}
