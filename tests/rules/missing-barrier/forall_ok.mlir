// RUN: fencepost lint %s --verify-diagnostics
// All threads meet behind a forall over threads and before one, so that what the first writes the second may read.
func.func @exchanged(%m: memref<64xi32, 3>) {
  %last = arith.constant 63 : index
  scf.forall (%i) in (64) {
    %here = arith.index_cast %i : index to i32
    memref.store %here, %m[%i] : memref<64xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i) in (64) {
    %there = arith.subi %last, %i : index
    %read = memref.load %m[%there] : memref<64xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  return
}
