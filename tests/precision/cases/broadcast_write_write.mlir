// All threads write element 5.
// verdict: cross_thread
gpu.module @m {
  gpu.func @broadcast_write_write(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c5 = arith.constant 5 : index
    // P: 4 bytes at 20
    memref.store %f, %lds[%c5] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 20
    memref.store %f, %lds[%c5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
