// The cast to 8 bits takes the 256 back that was added.
// verdict: same_thread
gpu.module @m {
  gpu.func @wrap_u8(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    %x1t = arith.index_castui %tx : index to i8
    %x1 = arith.index_castui %x1t : i8 to index
    // P: 4 bytes at 4*(tx%256)
    memref.store %f, %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x2 = arith.addi %tx, %c256 : index
    %x3t = arith.index_castui %x2 : index to i8
    %x3 = arith.index_castui %x3t : i8 to index
    // A: 4 bytes at 4*((tx+256)%256)
    %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
