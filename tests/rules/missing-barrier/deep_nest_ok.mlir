// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// Before the first barrier only %k counts, %i and %j are 0: no thread reads below element 256. Later ones may.
// fencepost: block=256,1,1
func.func @deep(%buf: memref<1024xi32, 3>, %out: memref<256xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %offset = arith.constant 256 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<1024xi32, 3>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c4 step %c1 {
        %0 = arith.addi %tid, %offset : index
        %1 = arith.subi %0, %i : index
        %2 = arith.subi %1, %j : index
        %3 = arith.addi %2, %k : index
        %r = memref.load %buf[%3] : memref<1024xi32, 3>
        memref.store %r, %out[%tid] : memref<256xi32>
      }
      gpu.barrier
    }
  }
  return
}
