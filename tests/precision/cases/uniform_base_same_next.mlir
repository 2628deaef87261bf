// The unknown base is the same for both, the read is one element further on.
// verdict: cross_thread
// fencepost: target=sm_90
gpu.module @m {
  gpu.func @uniform_base_same_next(%f: f32, %a: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %a, %c64 : index
    %x2 = arith.addi %x1, %tx : index
    // P: 4 bytes at 4*(a*64+tx)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %a, %c64 : index
    %x4 = arith.addi %x3, %tx : index
    %x5 = arith.addi %x4, %c1 : index
    // A: 4 bytes at 4*(a*64+tx+1)
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
