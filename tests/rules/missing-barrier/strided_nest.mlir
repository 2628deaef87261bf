// RUN: fencepost lint %s --verify-diagnostics
// Nested loops that start at the thread ids share a tile out; the iterations of two such nests have nothing to do with each other.
// fencepost: target=gfx942 block=16,8,1
func.func @tile(%f: f32, %lds: memref<128x32xf32, #gpu.address_space<workgroup>>, %out: memref<128x32xf32>) {
  %tx = gpu.thread_id x
  %ty = gpu.thread_id y
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 127 : index
  scf.for %i = %ty to %c128 step %c8 {
    scf.for %j = %tx to %c32 step %c16 {
      memref.store %f, %lds[%i, %j] : memref<128x32xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
    }
  }
  scf.for %i = %ty to %c128 step %c8 {
    scf.for %j = %tx to %c32 step %c16 {
      %r = arith.subi %last, %i : index
      // expected-error@+1 {{missing-barrier: missing barrier: %lds is read before line 14 writes it}}
      %v = memref.load %lds[%r, %j] : memref<128x32xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%i, %j] : memref<128x32xf32>
    }
  }
  return
}
