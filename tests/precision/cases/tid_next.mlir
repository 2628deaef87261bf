// Every thread reads the element of its neighbour; thread 31's is in another wave.
// verdict: cross_thread
gpu.module @m {
  gpu.func @tid_next(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.addi %tx, %c1 : index
    // A: 4 bytes at 4*(tx+1)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
