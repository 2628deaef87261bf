// RUN: fencepost lint %s --verify-diagnostics
// Both ask the same of the same counter: the second one runs where the first one has met at its barrier.
#many = affine_set<(d0) : (d0 - 4 >= 0)>
func.func @k(%f: f32, %n: index, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  affine.if #many(%n) {
    gpu.barrier
  }
  affine.if #many(%n) {
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
// -----
// The barrier runs in all iterations but the last one.
func.func @k(%f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  affine.for %i = 0 to 8 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    affine.if affine_set<(d0) : (-d0 + 6 >= 0)>(%i) {
      gpu.barrier
    }
  }
  return
}
