// No block has a thread 1024 places away.
// verdict: disjoint
gpu.module @m {
  gpu.func @block_unknown_above_maximum(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel {
    %c1024 = arith.constant 1024 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.addi %tx, %c1024 : index
    // A: 4 bytes at 4*(tx+1024)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
