// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Where the store goes is read from memory: nobody can tell whether the load meets it.
gpu.module @kernels {
  gpu.func @scatter(%v: f32, %where: memref<256xindex>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %i = memref.load %where[%tid] : memref<256xindex>
    memref.store %v, %lds[%i] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store on line 10 has written it: no barrier is between them (not ruled out: }}
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
