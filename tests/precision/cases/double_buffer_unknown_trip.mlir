// Halves alternate however often the loop runs.
// verdict: disjoint
// loop: i in range(0, n), A 1 later
gpu.module @m {
  gpu.func @double_buffer_unknown_trip(%f: f32, %n: index) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %x1 = arith.remui %i, %c2 : index
      %x2 = arith.muli %x1, %c256 : index
      %x3 = arith.addi %x2, %c255 : index
      %x4 = arith.subi %x3, %tx : index
      // A: 4 bytes at 4*((i%2)*256+255-tx)
      %x5 = memref.load %lds[%x4] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x6 = arith.remui %i, %c2 : index
      %x7 = arith.muli %x6, %c256 : index
      %x8 = arith.addi %x7, %tx : index
      // P: 4 bytes at 4*((i%2)*256+tx)
      memref.store %f, %lds[%x8] : memref<512xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
