// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// A loop from 1 that does not run has a bound of 1 or 0: with %n = 0 its barrier is left out, and all meet.
// fencepost: block=256,1,1
func.func @counted(%buf: memref<1024xi32, 3>, %out: memref<256xi32>, %n: index, %v: i32) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tid = gpu.thread_id x
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    memref.store %v, %buf[%n] : memref<1024xi32, 3> // expected-note {{written here}}
  }
  scf.for %i = %c1 to %n step %c1 {
    gpu.barrier
  }
  // expected-warning@below {{missing-barrier}}
  %r = memref.load %buf[%c0] : memref<1024xi32, 3>
  memref.store %r, %out[%tid] : memref<256xi32>
  return
}
