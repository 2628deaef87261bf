// With three buffers two iterations apart are still apart.
// verdict: disjoint
// loop: i in range(0, n), A 2 later
gpu.module @m {
  gpu.func @triple_buffer_distance_2(%f: f32, %n: index) workgroup(%lds : memref<192xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %c63 = arith.constant 63 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %x1 = arith.remui %i, %c3 : index
      %x2 = arith.muli %x1, %c64 : index
      %x3 = arith.addi %x2, %tx : index
      // P: 4 bytes at 4*((i%3)*64+tx)
      memref.store %f, %lds[%x3] : memref<192xf32, #gpu.address_space<workgroup>>
      %x4 = arith.remui %i, %c3 : index
      %x5 = arith.muli %x4, %c64 : index
      %x6 = arith.addi %x5, %c63 : index
      %x7 = arith.subi %x6, %tx : index
      // A: 4 bytes at 4*((i%3)*64+63-tx)
      %r = memref.load %lds[%x7] : memref<192xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
