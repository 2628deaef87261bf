// Each thread reads the transposed place of a square tile.
// verdict: cross_thread
gpu.module @m {
  gpu.func @transpose_tile(%f: f32) workgroup(%lds : memref<16x16xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    // P: 4 bytes at 4*(16*tx + ty)
    memref.store %f, %lds[%tx, %ty] : memref<16x16xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*(16*ty + tx)
    %x1 = memref.load %lds[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
