// The reads begin where the writes of 256 threads end.
// verdict: disjoint
gpu.module @m {
  gpu.func @tid_upper_half_buffer(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.addi %tx, %c256 : index
    // A: 4 bytes at 4*(tx+256)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
