// A block of one thread meets nobody but itself.
// verdict: same_thread
gpu.module @m {
  gpu.func @single_thread_block(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tx = gpu.thread_id x
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x1 = arith.muli %tx, %c0 : index
    // A: 4 bytes at 4*(tx*0)
    %x2 = memref.load %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
