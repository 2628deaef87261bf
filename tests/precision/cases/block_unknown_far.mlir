// Only a block of more than 512 threads has a thread that far away.
// verdict: unknown
gpu.module @m {
  gpu.func @block_unknown_far(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel {
    %c512 = arith.constant 512 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.addi %tx, %c512 : index
    // A: 4 bytes at 4*(tx+512)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
