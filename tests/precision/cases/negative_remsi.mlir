// The remainder of a negative number is not positive: the two ranges end just short of each other.
// verdict: disjoint
gpu.module @m {
  gpu.func @negative_remsi(%f: f32) workgroup(%lds : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %c384 = arith.constant 384 : index
    %tx = gpu.thread_id x
    %x1 = arith.subi %tx, %c128 : index
    %x2 = arith.remsi %x1, %c128 : index
    %x3 = arith.addi %x2, %c128 : index
    // P: 4 bytes at 4*(remsi(tx-128, 128)+128)
    memref.store %f, %lds[%x3] : memref<1024xf32, #gpu.address_space<workgroup>>
    %x4 = arith.subi %tx, %c128 : index
    %x5 = arith.remsi %x4, %c128 : index
    %x6 = arith.addi %x5, %c384 : index
    // A: 4 bytes at 4*(remsi(tx-128, 128)+384)
    %x7 = memref.load %lds[%x6] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
