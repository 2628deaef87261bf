// The half that is read in the next iteration is the one that was written.
// verdict: cross_thread
// loop: i in range(0, 8), A 1 later
gpu.module @m {
  gpu.func @double_buffer_other_half_next(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %c8 step %c1 {
      %x1 = arith.addi %i, %c1 : index
      %x2 = arith.remui %x1, %c2 : index
      %x3 = arith.muli %x2, %c256 : index
      %x4 = arith.addi %x3, %c255 : index
      %x5 = arith.subi %x4, %tx : index
      // A: 4 bytes at 4*(((i+1)%2)*256+255-tx)
      %x6 = memref.load %lds[%x5] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x7 = arith.remui %i, %c2 : index
      %x8 = arith.muli %x7, %c256 : index
      %x9 = arith.addi %x8, %tx : index
      // P: 4 bytes at 4*((i%2)*256+tx)
      memref.store %f, %lds[%x9] : memref<512xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
