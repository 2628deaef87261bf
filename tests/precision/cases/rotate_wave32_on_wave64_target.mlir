// A rotation inside groups of 32 stays inside a wave of 64 lanes.
// fencepost: target=gfx942
// verdict: same_wave
// wave: 64
gpu.module @m {
  gpu.func @rotate_wave32_on_wave64_target(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.divui %tx, %c32 : index
    %x2 = arith.muli %x1, %c32 : index
    %x3 = arith.addi %tx, %c1 : index
    %x4 = arith.remui %x3, %c32 : index
    %x5 = arith.addi %x2, %x4 : index
    // A: 4 bytes at 4*((tx//32)*32+(tx+1)%32)
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
