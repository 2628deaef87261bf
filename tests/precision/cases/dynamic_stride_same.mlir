// With an unknown stride threads are apart, unless it is 0.
// verdict: unknown
gpu.module @m {
  gpu.func @dynamic_stride_same(%f: f32, %s: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %x1 = arith.muli %tx, %s : index
    // P: 4 bytes at 4*(tx*s)
    memref.store %f, %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x2 = arith.muli %tx, %s : index
    // A: 4 bytes at 4*(tx*s)
    %x3 = memref.load %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
