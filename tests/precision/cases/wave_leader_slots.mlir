// The first lane of each wave writes a slot, and the first four threads read them.
// fencepost: target=gfx942
// verdict: cross_thread
// wave: 64
gpu.module @m {
  gpu.func @wave_leader_slots(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %tx = gpu.thread_id x
    %lane = gpu.lane_id
    %wave = gpu.subgroup_id : index
    %x1 = arith.cmpi eq, %lane, %c0 : index
    scf.if %x1 {
      // P: 4 bytes at 4*wave where lane==0
      memref.store %f, %lds[%wave] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    %x2 = arith.cmpi slt, %tx, %c4 : index
    scf.if %x2 {
      // A: 4 bytes at 4*tx where tx<4
      %x3 = memref.load %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
