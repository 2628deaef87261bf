// Two iterations later the same half of a double buffer is in use again.
// verdict: cross_thread
// loop: i in range(0, 8), A 2 later
gpu.module @m {
  gpu.func @double_buffer_two_later(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c256 = arith.constant 256 : index
    %c255 = arith.constant 255 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %c8 step %c1 {
      %x1 = arith.remui %i, %c2 : index
      %x2 = arith.muli %x1, %c256 : index
      %x3 = arith.addi %x2, %tx : index
      // P: 4 bytes at 4*((i%2)*256+tx)
      memref.store %f, %lds[%x3] : memref<512xf32, #gpu.address_space<workgroup>>
      %x4 = arith.remui %i, %c2 : index
      %x5 = arith.muli %x4, %c256 : index
      %x6 = arith.addi %x5, %c255 : index
      %x7 = arith.subi %x6, %tx : index
      // A: 4 bytes at 4*((i%2)*256+255-tx)
      %r = memref.load %lds[%x7] : memref<512xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
