// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Stored in xor order, read in plain order: elements of other waves.
gpu.module @kernels {
  gpu.func @swizzle(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %swizzled = arith.xori %tid, %c128 : index
    memref.store %v, %lds[%swizzled] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
