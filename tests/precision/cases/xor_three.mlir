// Exchanging lanes inside groups of four stays inside a wave.
// fencepost: target=gfx1100
// verdict: same_wave
// wave: 32
gpu.module @m {
  gpu.func @xor_three(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c3 = arith.constant 3 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.xori %tx, %c3 : index
    // A: 4 bytes at 4*(tx^3)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
