// Writes go to even rows, reads to odd ones.
// verdict: disjoint
gpu.module @m {
  gpu.func @rows_split_by_y(%f: f32) workgroup(%lds : memref<16x32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %x1 = arith.muli %ty, %c2 : index
    // P: 4 bytes at 4*(32*(ty*2) + tx)
    memref.store %f, %lds[%x1, %tx] : memref<16x32xf32, #gpu.address_space<workgroup>>
    %x2 = arith.muli %ty, %c2 : index
    %x3 = arith.addi %x2, %c1 : index
    // A: 4 bytes at 4*(32*(ty*2+1) + tx)
    %x4 = memref.load %lds[%x3, %tx] : memref<16x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
