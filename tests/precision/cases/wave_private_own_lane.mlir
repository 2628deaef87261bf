// Each lane has an element of its own, counted by wave and lane.
// fencepost: target=gfx942
// verdict: same_thread
// wave: 64
gpu.module @m {
  gpu.func @wave_private_own_lane(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c64 = arith.constant 64 : index
    %lane = gpu.lane_id
    %wave = gpu.subgroup_id : index
    %x1 = arith.muli %wave, %c64 : index
    %x2 = arith.addi %x1, %lane : index
    // P: 4 bytes at 4*(wave*64+lane)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %wave, %c64 : index
    %x4 = arith.addi %x3, %lane : index
    // A: 4 bytes at 4*(wave*64+lane)
    %x5 = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
