// The two bases differ by a multiple of the block, so only a thread and itself can meet.
// verdict: same_thread
gpu.module @m {
  gpu.func @uniform_base_different_multiple(%f: f32, %a: index, %b: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %a, %c64 : index
    %x2 = arith.addi %x1, %tx : index
    // P: 4 bytes at 4*(a*64+tx)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %b, %c64 : index
    %x4 = arith.addi %x3, %tx : index
    // A: 4 bytes at 4*(b*64+tx)
    %x5 = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
