// The base changes from one iteration to the next by an unknown number.
// verdict: unknown
// loop: i in range(0, n), A 1 later
gpu.module @m {
  gpu.func @uniform_load_changes_in_loop_next(%f: f32, %data: memref<?xindex>, %n: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %u = memref.load %data[%i] : memref<?xindex>
      %x1 = arith.addi %u, %tx : index
      // A: 4 bytes at 4*(u+tx)
      %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x3 = arith.addi %u, %tx : index
      // P: 4 bytes at 4*(u+tx)
      memref.store %f, %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
