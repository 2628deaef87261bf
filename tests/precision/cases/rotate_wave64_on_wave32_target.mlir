// A rotation inside groups of 64 leaves a wave of 32 lanes.
// fencepost: target=gfx1100
// verdict: cross_thread
// wave: 32
gpu.module @m {
  gpu.func @rotate_wave64_on_wave32_target(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.divui %tx, %c64 : index
    %x2 = arith.muli %x1, %c64 : index
    %x3 = arith.addi %tx, %c1 : index
    %x4 = arith.remui %x3, %c64 : index
    %x5 = arith.addi %x2, %x4 : index
    // A: 4 bytes at 4*((tx//64)*64+(tx+1)%64)
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
