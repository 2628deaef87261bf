// The read of the last column runs into the first element of the next row.
// verdict: cross_thread
gpu.module @m {
  gpu.func @column_overrun_aliases_next_row(%f: f32) workgroup(%lds : memref<8x32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    // P: 4 bytes at 4*(32*ty + tx)
    memref.store %f, %lds[%ty, %tx] : memref<8x32xf32, #gpu.address_space<workgroup>>
    %x1 = arith.addi %tx, %c1 : index
    // A: 4 bytes at 4*(32*ty + tx+1)
    %x2 = memref.load %lds[%ty, %x1] : memref<8x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
