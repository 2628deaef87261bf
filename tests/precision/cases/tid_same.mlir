// Every thread reads the element that it wrote.
// verdict: same_thread
gpu.module @m {
  gpu.func @tid_same(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx
    %x1 = memref.load %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
