// A padding column changes nothing for threads that read their own place.
// verdict: same_thread
gpu.module @m {
  gpu.func @padded_tile_same(%f: f32) workgroup(%lds : memref<32x33xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    // P: 4 bytes at 4*(33*ty + tx)
    memref.store %f, %lds[%ty, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*(33*ty + tx)
    %x1 = memref.load %lds[%ty, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
