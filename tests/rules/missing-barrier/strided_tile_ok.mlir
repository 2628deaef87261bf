// RUN: fencepost lint %s --verify-diagnostics
// The second loop reads behind the last element that any thread of the first one writes, though not behind 256, the end of its last full iteration.
// fencepost: target=gfx942 block=128,1,1
func.func @halo(%f: f32, %lds: memref<1024xf32, #gpu.address_space<workgroup>>, %out: memref<200xf32>) {
  %tid = gpu.thread_id x
  %c128 = arith.constant 128 : index
  %c200 = arith.constant 200 : index
  %last = arith.constant 399 : index
  scf.for %i = %tid to %c200 step %c128 {
    memref.store %f, %lds[%i] : memref<1024xf32, #gpu.address_space<workgroup>>
  }
  scf.for %j = %tid to %c200 step %c128 {
    %r = arith.subi %last, %j : index
    %v = memref.load %lds[%r] : memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %v, %out[%j] : memref<200xf32>
  }
  return
}
