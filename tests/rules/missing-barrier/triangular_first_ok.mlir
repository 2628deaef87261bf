// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The inner loop does not run for %i = 0, and a barrier stands before %i is 1.
// fencepost: block=256,1,1
func.func @triangle(%buf: memref<512xi32, 3>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<512xi32, 3>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %at = arith.addi %tid, %c1 : index
      memref.store %v, %buf[%at] : memref<512xi32, 3>
    }
    gpu.barrier
  }
  return
}
