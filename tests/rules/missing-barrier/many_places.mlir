// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Eight places are shown, the nearest ones; the text says that there are more.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store on line 34 has written it: no barrier is between them; more places are not shown}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
