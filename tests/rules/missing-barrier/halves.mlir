// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The lower half stores up to 127, the load reaches all 256.
gpu.module @kernels {
  gpu.func @halves(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %up = arith.addi %tid, %c128 : index
    %low = arith.cmpi ult, %tid, %c128 : index
    scf.if %low { // expected-note {{no barrier can stand between them}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
      // expected-error@below {{missing-barrier: vector.load may read %lds}}
      %r = vector.load %lds[%tid] : memref<256xf32, 3>, vector<128xf32>
    }
    gpu.return
  }
}
