// Each wave of 64 lanes has 64 elements of its own and mirrors them.
// fencepost: target=gfx942
// verdict: same_wave
// wave: 64
gpu.module @m {
  gpu.func @wave_private(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %lane = gpu.lane_id
    %wave = gpu.subgroup_id : index
    %x1 = arith.muli %wave, %c64 : index
    %x2 = arith.addi %x1, %lane : index
    // P: 4 bytes at 4*(wave*64+lane)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %wave, %c64 : index
    %x4 = arith.addi %x3, %c63 : index
    %x5 = arith.subi %x4, %lane : index
    // A: 4 bytes at 4*(wave*64+63-lane)
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
