// The reader mirrors the index, so the first thread meets the last one.
// verdict: cross_thread
gpu.module @m {
  gpu.func @tid_reversed(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.subi %c255, %tx : index
    // A: 4 bytes at 4*(255-tx)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
