// Threads from 127 on share the last element.
// verdict: cross_thread
gpu.module @m {
  gpu.func @min_clamp(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c127 = arith.constant 127 : index
    %tx = gpu.thread_id x
    %x1 = arith.minsi %tx, %c127 : index
    // P: 4 bytes at 4*min(tx, 127)
    memref.store %f, %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x2 = arith.minsi %tx, %c127 : index
    // A: 4 bytes at 4*min(tx, 127)
    %x3 = memref.load %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
