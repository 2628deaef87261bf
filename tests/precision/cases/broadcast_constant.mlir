// All threads read element 5, which one of them wrote.
// verdict: cross_thread
gpu.module @m {
  gpu.func @broadcast_constant(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c5 = arith.constant 5 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 20
    %x1 = memref.load %lds[%c5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
