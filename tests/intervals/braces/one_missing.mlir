// Each function lacks a brace. Which one the second lacks is told by columns as long as the first lacks one, too; where the first has all, by braces alone.
func.func @first(%c0: index, %c1: index, %c4: index) {
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
  }
  }
  scf.if %flag {
  }
  }
}
func.func @second(%data: memref<64xf32>, %lds: memref<64xf32, #gpu.address_space<workgroup>>, %tid: index, %c0: index, %c1: index, %x: f32) {
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%so_far = %x) -> (f32) {
    %next = arith.addi %i, %c0 : index
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %back = memref.load %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
}
