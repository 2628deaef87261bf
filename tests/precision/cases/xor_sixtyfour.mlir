// Bit 6 of the index selects the wave of 64 lanes: every partner is in another one.
// fencepost: target=gfx942
// verdict: cross_thread
// wave: 64
gpu.module @m {
  gpu.func @xor_sixtyfour(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.xori %tx, %c64 : index
    // A: 4 bytes at 4*(tx^64)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
