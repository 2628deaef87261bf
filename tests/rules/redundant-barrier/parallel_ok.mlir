// RUN: fencepost lint %s --verify-diagnostics
// Nothing maps the loops yet: iterations that meet at a barrier are the threads of a kernel to be, and the buffer between the loops will be theirs in common.
func.func @rows(%f: f32) {
  %c63 = arith.constant 63 : index
  affine.parallel (%b) = (0) to (16) {
    %row = memref.alloca() : memref<64xf32>
    affine.parallel (%t) = (0) to (64) {
      %r = arith.subi %c63, %t : index
      memref.store %f, %row[%t] : memref<64xf32>
      gpu.barrier
      %v = memref.load %row[%r] : memref<64xf32>
      gpu.barrier
      memref.store %v, %row[%t] : memref<64xf32>
    }
  }
  return
}
