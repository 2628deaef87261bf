// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A helper of other files: whether its index is one for all threads only its callers know. Its thread id is its own, and of that it is certain.
func.func @put_get(%m: memref<64xf32, 3>, %i: index, %f: f32) -> f32 {
  memref.store %f, %m[%i] : memref<64xf32, 3> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier: memref.load may read %m before another thread's memref.store}}
  %v = memref.load %m[%i] : memref<64xf32, 3>
  return %v : f32
}
// -----
// fencepost: block=128,1,1
func.func private @reversed(%m: memref<128xf32, 3>, %f: f32) -> f32 {
  %last = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %f, %m[%t] : memref<128xf32, 3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: memref.load may read %m before another thread's memref.store}}
  %v = memref.load %m[%r] : memref<128xf32, 3>
  return %v : f32
}
