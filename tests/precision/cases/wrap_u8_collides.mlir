// Cast to 8 bits, thread 128's index is thread 0's.
// verdict: cross_thread
gpu.module @m {
  gpu.func @wrap_u8_collides(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c2 = arith.constant 2 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %tx, %c2 : index
    %x2t = arith.index_castui %x1 : index to i8
    %x2 = arith.index_castui %x2t : i8 to index
    // P: 4 bytes at 4*(tx*2%256)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %tx, %c2 : index
    %x4t = arith.index_castui %x3 : index to i8
    %x4 = arith.index_castui %x4t : i8 to index
    // A: 4 bytes at 4*(tx*2%256)
    %x5 = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
