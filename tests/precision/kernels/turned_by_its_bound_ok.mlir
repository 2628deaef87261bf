// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The outer loop runs once: in iteration 0 the store reaches %b0, however often the inner loop swaps the two.
// fencepost: block=128,1,1
func.func @turned(%n: index, %v: f32, %out: memref<128xf32>) attributes {gpu.kernel} {
  %b0 = memref.alloc() : memref<128xf32, 3>
  %b1 = memref.alloc() : memref<128xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %last:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %b0, %y = %b1) -> (memref<128xf32, 3>, memref<128xf32, 3>) {
    memref.store %v, %x[%tid] : memref<128xf32, 3>
    %turned:2 = scf.for %j = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (memref<128xf32, 3>, memref<128xf32, 3>) {
      scf.yield %q, %p : memref<128xf32, 3>, memref<128xf32, 3>
    }
    %r = memref.load %b1[%rev] : memref<128xf32, 3>
    memref.store %r, %out[%tid] : memref<128xf32>
    scf.yield %turned#0, %turned#1 : memref<128xf32, 3>, memref<128xf32, 3>
  }
  return
}
