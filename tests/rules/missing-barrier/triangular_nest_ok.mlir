// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The inner loop runs in each iteration of the outer one, as %k is below 8: behind its barriers only %k = 0 follows
// the store, and then each thread reads its own element.
// fencepost: block=256,1,1
func.func @triangle(%buf: memref<512xf32, 3>, %out: memref<256xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<512xf32, 3>
  scf.for %k = %c0 to %c8 step %c1 {
    scf.for %i = %k to %c8 step %c1 {
      %at = arith.addi %tid, %i : index
      %r = memref.load %buf[%at] : memref<512xf32, 3>
      memref.store %r, %out[%tid] : memref<256xf32>
      gpu.barrier
    }
  }
  return
}
