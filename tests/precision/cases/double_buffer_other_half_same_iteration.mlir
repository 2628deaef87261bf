// One iteration writes one half and reads the other.
// verdict: disjoint
// loop: i in range(0, 8)
gpu.module @m {
  gpu.func @double_buffer_other_half_same_iteration(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %c8 step %c1 {
      %x1 = arith.remui %i, %c2 : index
      %x2 = arith.muli %x1, %c256 : index
      %x3 = arith.addi %x2, %tx : index
      // P: 4 bytes at 4*((i%2)*256+tx)
      memref.store %f, %lds[%x3] : memref<512xf32, #gpu.address_space<workgroup>>
      %x4 = arith.addi %i, %c1 : index
      %x5 = arith.remui %x4, %c2 : index
      %x6 = arith.muli %x5, %c256 : index
      %x7 = arith.addi %x6, %c255 : index
      %x8 = arith.subi %x7, %tx : index
      // A: 4 bytes at 4*(((i+1)%2)*256+255-tx)
      %x9 = memref.load %lds[%x8] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.return
  }
}
