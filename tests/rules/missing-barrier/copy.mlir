// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A whole buffer is copied, by whatever thread: the load meets the others' bytes.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.copy %from, %lds : memref<256xf32> to memref<256xf32, 3>
    // expected-note@above {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
