// RUN: fencepost lint %s --verify-diagnostics
// The second one asks less than the first one: it runs where that has not met at its barrier.
#many = affine_set<(d0) : (d0 - 4 >= 0)>
#some = affine_set<(d0) : (d0 - 3 >= 0)>
func.func @k(%f: f32, %n: index, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  affine.if #many(%n) {
    gpu.barrier
  }
  affine.if #some(%n) {
    // expected-warning@below {{missing-barrier: memref.load may read %m before another thread}}
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
// -----
// The last but one leaves it out, too.
func.func @k(%f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  affine.for %i = 0 to 8 {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    affine.if affine_set<(d0) : (-d0 + 5 >= 0)>(%i) {
      gpu.barrier
    }
  }
  return
}
