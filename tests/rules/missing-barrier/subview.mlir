// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A subview and its source are one buffer.
gpu.module @kernels {
  gpu.func @window(%v: f32) workgroup(%lds: memref<2x256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c1 = arith.constant 1 : index
    %row = memref.subview %lds[1, 0] [1, 256] [1, 1] : memref<2x256xf32, 3> to memref<256xf32, strided<[1], offset: 256>, 3>
    memref.store %v, %lds[%c1, %tid] : memref<2x256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %row}}
    %r = memref.load %row[%other] : memref<256xf32, strided<[1], offset: 256>, 3>
    gpu.return
  }
}
