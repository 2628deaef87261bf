// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The function called reads what the caller has just stored.
gpu.module @kernels {
  func.func private @first(%from: memref<256xf32, 3>, %i: index) -> f32 {
    %r = memref.load %from[%i] : memref<256xf32, 3>
    // expected-note@above {{in the function called}}
    return %r : f32
  }
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load on line 5, called here, may read %from before another thread's memref.store}}
    %r = func.call @first(%lds, %other) : (memref<256xf32, 3>, index) -> f32
    gpu.return
  }
}
