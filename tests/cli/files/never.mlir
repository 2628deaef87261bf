// The inner arm runs where %p holds and does not: the barrier in it never runs. The one behind it does.
// fencepost: target=gfx942 block=128,1,1
func.func @k(%f: f32, %p: i1, %lds: memref<128xf32, 3>, %out: memref<128xf32>) {
  %tid = gpu.thread_id x
  %c127 = arith.constant 127 : index
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %lds[%tid] : memref<128xf32, 3>
  scf.if %p {
    scf.if %p {
      memref.store %f, %out[%tid] : memref<128xf32>
    } else {
      gpu.barrier
    }
  }
  gpu.barrier
  %v = memref.load %lds[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  return
}
