// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %n * %n + %n is even whatever %n is: the loop never runs, and what stands in it is no certain error.
// fencepost: block=256,1,1
func.func @kernel(%buf: memref<256xi32, 3>, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tid = gpu.thread_id x
  %v = arith.index_cast %tid : index to i32
  %square = arith.muli %n, %n : index
  %even = arith.addi %square, %n : index
  %none = arith.remui %even, %c2 : index
  scf.for %i = %c0 to %none step %c1 {
    // expected-warning@+2 {{racing-store}}
    // expected-note@+1 {{written here}}
    memref.store %v, %buf[%c0] : memref<256xi32, 3>
  }
  return
}
