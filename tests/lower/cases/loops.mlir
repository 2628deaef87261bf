// Trip counts of loop ops: exact from constants, open otherwise; a loop that never runs is left out.
func.func @loops(%v: f32, %n: index, %lds: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c3 {
    memref.store %v, %lds[%i] : memref<64xf32, 3>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %lds[%i] : memref<64xf32, 3>
  }
  scf.for %i = %c10 to %c3 step %c1 {
    memref.store %v, %lds[%i] : memref<64xf32, 3>
  }
  affine.for %i = 4 to 20 step 4 {
    affine.store %v, %lds[%i] : memref<64xf32, 3>
  }
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.addf %v, %v : f32
  }
  scf.forall (%i, %j) in (2, 32) {
    memref.store %v, %lds[%j] : memref<64xf32, 3>
  } {mapping = [#gpu.block<x>, #gpu.thread<x>]}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c10) step (%c1, %c1) {
    memref.store %v, %lds[%j] : memref<64xf32, 3>
    scf.reduce
  }
  return
}
