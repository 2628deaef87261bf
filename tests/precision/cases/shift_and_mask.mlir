// The masked index is a multiple of four, the other one is three more.
// verdict: disjoint
gpu.module @m {
  gpu.func @shift_and_mask(%f: f32) workgroup(%lds : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c1023 = arith.constant 1023 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %tx, %c4 : index
    %x2 = arith.andi %x1, %c1023 : index
    // P: 4 bytes at 4*((tx<<2)&1023)
    memref.store %f, %lds[%x2] : memref<1024xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %tx, %c4 : index
    %x4 = arith.andi %x3, %c1023 : index
    %x5 = arith.ori %x4, %c3 : index
    // A: 4 bytes at 4*(((tx<<2)&1023)|3)
    %x6 = memref.load %lds[%x5] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
