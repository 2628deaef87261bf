// With 256 threads the row that is mixed in is below 32, so the element belongs to a lane of the same wave.
// fencepost: target=gfx1100
// verdict: same_wave
// wave: 32
gpu.module @m {
  gpu.func @swizzle_vs_plain(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tx = gpu.thread_id x
    %x1 = arith.divui %tx, %c8 : index
    %x2 = arith.xori %tx, %x1 : index
    // P: 4 bytes at 4*(tx^(tx//8))
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx
    %x3 = memref.load %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
