// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The inner loop does not run for %k = 0: no barrier stands between the store and the loads for %k = 1.
// fencepost: block=256,1,1
func.func @triangle(%buf: memref<512xf32, 3>, %out: memref<256xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<512xf32, 3> // expected-note {{written here}}
  scf.for %k = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %k step %c1 {
      %at = arith.addi %tid, %k : index
      // expected-warning@below {{missing-barrier}}
      %r = memref.load %buf[%at] : memref<512xf32, 3>
      memref.store %r, %out[%tid] : memref<256xf32>
      gpu.barrier
    }
  }
  return
}
