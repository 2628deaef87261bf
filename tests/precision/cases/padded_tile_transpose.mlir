// A padding column does not keep a transposed read apart.
// verdict: cross_thread
gpu.module @m {
  gpu.func @padded_tile_transpose(%f: f32) workgroup(%lds : memref<32x33xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    // P: 4 bytes at 4*(33*ty + tx)
    memref.store %f, %lds[%ty, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*(33*tx + ty)
    %x1 = memref.load %lds[%tx, %ty] : memref<32x33xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
