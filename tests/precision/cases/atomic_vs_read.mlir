// Sixteen elements are shared by all threads, and the read is no atomic.
// verdict: cross_thread
gpu.module @m {
  gpu.func @atomic_vs_read(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    %x1 = arith.remui %tx, %c16 : index
    // P: 4 bytes at 4*(tx%16)
    %x2 = memref.atomic_rmw addf %f, %lds[%x1] : (f32, memref<4096xf32, #gpu.address_space<workgroup>>) -> f32
    %x3 = arith.remui %tx, %c16 : index
    // A: 4 bytes at 4*(tx%16)
    %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
