// The number of the half is carried by the loop: 0, 1, 0, 1.
// verdict: disjoint
// loop: i in range(0, 8), A 1 later
// value: s = i % 2
gpu.module @m {
  gpu.func @iter_arg_toggle(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    %res = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %c0) -> (index) {
      %x1 = arith.muli %s, %c256 : index
      %x2 = arith.addi %x1, %c255 : index
      %x3 = arith.subi %x2, %tx : index
      // A: 4 bytes at 4*(s*256+255-tx)
      %x4 = memref.load %lds[%x3] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x5 = arith.muli %s, %c256 : index
      %x6 = arith.addi %x5, %tx : index
      // P: 4 bytes at 4*(s*256+tx)
      memref.store %f, %lds[%x6] : memref<512xf32, #gpu.address_space<workgroup>>
      %x7 = arith.subi %c1, %s : index
      scf.yield %x7 : index
    }
    gpu.return
  }
}
