// The base changes from one iteration to the next, by a multiple of the block.
// verdict: same_thread
// loop: i in range(0, n), A 1 later
gpu.module @m {
  gpu.func @uniform_load_changes_in_loop(%f: f32, %data: memref<?xindex>, %n: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %u = memref.load %data[%i] : memref<?xindex>
      %x1 = arith.muli %u, %c64 : index
      %x2 = arith.addi %x1, %tx : index
      // A: 4 bytes at 4*(u*64+tx)
      %x3 = memref.load %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x4 = arith.muli %u, %c64 : index
      %x5 = arith.addi %x4, %tx : index
      // P: 4 bytes at 4*(u*64+tx)
      memref.store %f, %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
