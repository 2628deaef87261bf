// A neighbour in another wave exists in all but the smallest blocks.
// verdict: cross_thread
gpu.module @m {
  gpu.func @block_unknown_next(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel {
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
