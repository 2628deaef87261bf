// Writes go to even elements, reads to odd ones.
// verdict: disjoint
gpu.module @m {
  gpu.func @stride_two_even_odd(%f: f32) workgroup(%lds : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %c2, %tx : index
    // P: 4 bytes at 4*(2*tx)
    memref.store %f, %lds[%x1] : memref<1024xf32, #gpu.address_space<workgroup>>
    %x2 = arith.muli %c2, %tx : index
    %x3 = arith.addi %x2, %c1 : index
    // A: 4 bytes at 4*(2*tx+1)
    %x4 = memref.load %lds[%x3] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
