// Every thread has its own element in a block of any size.
// verdict: same_thread
gpu.module @m {
  gpu.func @block_unknown_same(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel {
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx
    %x1 = memref.load %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
