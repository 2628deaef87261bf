// If y or x left the tile, threads would meet; in bounds they do not.
// verdict: unknown or same_thread
gpu.module @m {
  gpu.func @block_unknown_2d_own(%f: f32) workgroup(%lds : memref<16x16xf32, #gpu.address_space<workgroup>>) kernel {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    // P: 4 bytes at 4*(16*ty + tx)
    memref.store %f, %lds[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*(16*ty + tx)
    %x1 = memref.load %lds[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
