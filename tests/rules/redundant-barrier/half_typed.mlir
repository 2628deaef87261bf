// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The finished kernel: every thread reads what it wrote.
gpu.module @kernels {
  gpu.func @typing(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@+1 {{redundant-barrier}}
    gpu.barrier
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
