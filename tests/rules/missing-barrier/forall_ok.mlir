// RUN: fencepost lint %s --verify-diagnostics
// Each iteration of a forall over threads reads what it has written itself, also where a thread runs two of them.
func.func @reversed(%m: memref<512xi32, 3>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  scf.forall (%i) in (512) {
    %here = arith.index_cast %i : index to i32
    memref.store %here, %m[%i] : memref<512xi32, 3>
    %read = memref.load %m[%i] : memref<512xi32, 3>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
