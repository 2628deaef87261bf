// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The load may go to the buffer that was stored to.
gpu.module @kernels {
  gpu.func @choose(%v: f32, %p: i1) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c = arith.select %p, %a, %b : memref<256xf32, 3>
    memref.store %v, %a[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %c before another thread's memref.store}}
    %r = memref.load %c[%other] : memref<256xf32, 3>
    gpu.return
  }
}
