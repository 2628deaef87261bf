// RUN: fencepost lint %s --verify-diagnostics
// Two loops that start at the thread id, of which some threads run one iteration more: which thread has which elements follows from both.
// fencepost: target=gfx942 block=128,1,1
func.func @halo(%f: f32, %lds: memref<1024xf32, #gpu.address_space<workgroup>>, %out: memref<200xf32>) {
  %tid = gpu.thread_id x
  %c128 = arith.constant 128 : index
  %c200 = arith.constant 200 : index
  %last = arith.constant 300 : index
  scf.for %i = %tid to %c200 step %c128 {
    memref.store %f, %lds[%i] : memref<1024xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  }
  scf.for %j = %tid to %c200 step %c128 {
    %r = arith.subi %last, %j : index
    // expected-error@+1 {{missing-barrier: missing barrier: %lds is read before line 10 writes it}}
    %v = memref.load %lds[%r] : memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %v, %out[%j] : memref<200xf32>
  }
  return
}
