// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %i is at most 2: the inner loop never runs.
// fencepost: block=256,1,1
func.func @never(%buf: memref<512xi32, 3>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<512xi32, 3>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c2 to %i step %c1 {
      %at = arith.addi %tid, %j : index
      memref.store %v, %buf[%at] : memref<512xi32, 3>
    }
  }
  return
}
