// Whatever the rotation is, the read is rotated by one more.
// verdict: cross_thread
// fencepost: target=sm_90
gpu.module @m {
  gpu.func @uniform_rotation_always(%f: f32, %a: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.addi %tx, %a : index
    %x2 = affine.apply affine_map<(d0) -> (d0 mod 64)>(%x1)
    // P: 4 bytes at 4*((tx+a)%64)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.addi %tx, %a : index
    %x4 = arith.addi %x3, %c1 : index
    %x5 = affine.apply affine_map<(d0) -> (d0 mod 64)>(%x4)
    // A: 4 bytes at 4*((tx+a+1)%64)
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
