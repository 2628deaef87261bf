// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Affine accesses with their index arithmetic inside of the brackets.
gpu.module @kernels {
  gpu.func @line(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    affine.store %v, %lds[symbol(%tid)] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: affine.load may read %lds}}
    %r = affine.load %lds[255 - symbol(%tid)] : memref<256xf32, 3>
    gpu.return
  }
}
