// Thread 0 alone writes, and all threads read.
// verdict: cross_thread
gpu.module @m {
  gpu.func @guard_one_thread_then_all(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tx = gpu.thread_id x
    %x1 = arith.cmpi eq, %tx, %c0 : index
    scf.if %x1 {
      // P: 4 bytes at 0 where tx==0
      memref.store %f, %lds[%c0] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    // A: 4 bytes at 0
    %x2 = memref.load %lds[%c0] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
