// The two halves of the block are sent to four ranges that do not touch.
// verdict: disjoint
gpu.module @m {
  gpu.func @select_halves(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %c512 = arith.constant 512 : index
    %tx = gpu.thread_id x
    %x1 = arith.cmpi slt, %tx, %c128 : index
    %x2 = arith.addi %tx, %c128 : index
    %x3 = arith.select %x1, %tx, %x2 : index
    // P: 4 bytes at 4*(tx if tx<128 else tx+128)
    memref.store %f, %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x4 = arith.cmpi slt, %tx, %c128 : index
    %x5 = arith.addi %tx, %c128 : index
    %x6 = arith.addi %tx, %c512 : index
    %x7 = arith.select %x4, %x5, %x6 : index
    // A: 4 bytes at 4*(tx+128 if tx<128 else tx+512)
    %x8 = memref.load %lds[%x7] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
