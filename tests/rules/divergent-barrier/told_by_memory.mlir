// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What a thread finds in memory tells which barrier it comes to: perhaps all come to the same one, so that neither the barriers nor the pair across them are wrong for certain.
gpu.module @m {
  gpu.func @by_memory(%in: memref<256xf32, 1>, %out: memref<256xf32, 1>, %f: f32) workgroup(%tile: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c255 = arith.constant 255 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%tid] : memref<256xf32, 1>
    %positive = arith.cmpf ogt, %x, %zero : f32
    // expected-note@below {{written here}}
    memref.store %f, %tile[%tid] : memref<256xf32, 3>
    // expected-note@+2 {{because of this condition}}
    // expected-note@below {{because of this condition}}
    scf.if %positive {
      // expected-warning@below {{divergent-barrier: divergent barrier? threads may disagree}}
      gpu.barrier
    } else {
      memref.store %f, %out[%c0] : memref<256xf32, 1>
      // expected-warning@below {{divergent-barrier: divergent barrier? threads may disagree}}
      gpu.barrier
    }
    // expected-warning@below {{missing-barrier: missing barrier: %tile is read before line 14 writes it}}
    %v = memref.load %tile[%other] : memref<256xf32, 3>
    memref.store %v, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
