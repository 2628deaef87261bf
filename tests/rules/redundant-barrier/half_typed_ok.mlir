// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier waits for what is being typed behind it: a kernel with a syntax error is not told what its barriers are worth.
gpu.module @kernels {
  gpu.func @typing(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    // expected-error@+1 {{syntax-error}}
    %r = memref.load %lds[%tid : memref<256xf32, 3>
    gpu.return
  }
}
