// Write and read use the same swizzled index, which maps each thread to an element of its own.
// verdict: same_thread
gpu.module @m {
  gpu.func @swizzle_same(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.divui %tx, %c8 : index
    %x2 = arith.muli %x1, %c64 : index
    %x3 = arith.remui %tx, %c8 : index
    %x4 = arith.divui %tx, %c8 : index
    %x5 = arith.remui %x4, %c8 : index
    %x6 = arith.xori %x3, %x5 : index
    %x7 = arith.muli %x6, %c8 : index
    %x8 = arith.addi %x2, %x7 : index
    // P: 4 bytes at 4*((tx//8)*64+((tx%8)^(tx//8%8))*8)
    memref.store %f, %lds[%x8] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x9 = arith.divui %tx, %c8 : index
    %x10 = arith.muli %x9, %c64 : index
    %x11 = arith.remui %tx, %c8 : index
    %x12 = arith.divui %tx, %c8 : index
    %x13 = arith.remui %x12, %c8 : index
    %x14 = arith.xori %x11, %x13 : index
    %x15 = arith.muli %x14, %c8 : index
    %x16 = arith.addi %x10, %x15 : index
    // A: 4 bytes at 4*((tx//8)*64+((tx%8)^(tx//8%8))*8)
    %x17 = memref.load %lds[%x16] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
