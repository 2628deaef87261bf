// Iterations that are threads: more of them than threads, fewer, and in two dimensions; a loop as long as a tensor.
func.func @forall(%v: f32, %in: tensor<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %tile = memref.alloc() : memref<320xf32, #gpu.address_space<workgroup>>
  %length = tensor.dim %in, %c0 : tensor<?xf32>
  scf.forall (%i) in (320) {
    memref.store %v, %tile[%i] : memref<320xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  scf.forall (%i) = (8) to (40) step (2) {
    memref.store %v, %tile[%i] : memref<320xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) in (2, 64) {
    %row = arith.muli %i, %c64 : index
    %at = arith.addi %row, %j : index
    memref.store %v, %tile[%at] : memref<320xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  %tid = gpu.thread_id x
  %behind = arith.cmpi ult, %tid, %c64 : index
  scf.if %behind {
    gpu.barrier
  }
  scf.for %k = %c0 to %length step %c1 {
    gpu.barrier
  }
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  return
}
