// RUN: fencepost fix %s --ignore racing-store
// A store that races with itself does so in every iteration, whatever stands between iterations: the one barrier that helps orders it behind the store before the loop.
// fencepost: target=gfx942 block=128,1,1
func.func @k(%f: f32, %m: index, %lds: memref<128xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %near = arith.remui %tid, %c32 : index
  memref.store %f, %lds[%rev] : memref<128xf32, 3>
  amdgpu.lds_barrier
  scf.for %i = %c0 to %m step %c1 {
    %t = arith.index_cast %tid : index to i32
    %g = arith.sitofp %t : i32 to f32
    memref.store %g, %lds[%near] : memref<128xf32, 3>
  }
  return
}
