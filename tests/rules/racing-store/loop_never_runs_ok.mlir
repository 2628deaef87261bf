// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %n * %n + %n is even whatever %n is: the loop never runs; here one thread alone would store.
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
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.for %i = %c0 to %none step %c1 {
    scf.if %first {
      memref.store %v, %buf[%c0] : memref<256xi32, 3>
    }
  }
  return
}
