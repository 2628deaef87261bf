// An unknown rotation may be none at all.
// verdict: unknown
gpu.module @m {
  gpu.func @uniform_rotation(%f: f32, %a: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.addi %tx, %a : index
    %x2 = affine.apply affine_map<(d0) -> (d0 mod 64)>(%x1)
    // P: 4 bytes at 4*((tx+a)%64)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx
    %x3 = memref.load %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
