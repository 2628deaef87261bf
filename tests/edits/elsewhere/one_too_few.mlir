// The first function has a brace too many and the second one too few: together they match, so that the last brace is the loop's, and the store of an iteration races with
// the load of the one before. Without the one too many columns tell that the loop's brace is missing, and nothing races.
func.func @first(%flag: i1, %c0: index, %c1: index, %c4: index) {
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
    }
  }
  }
}
func.func @second(%x: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c63, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  scf.for %i = %c0 to %c4 step %c1 {
    %next = arith.addi %i, %c0 : index
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
}
