// A swizzle keeps its 256 elements; the reads use the next 256.
// verdict: disjoint
gpu.module @m {
  gpu.func @swizzle_bijective_disjoint_halves(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %tx = gpu.thread_id x
    %x1 = arith.divui %tx, %c8 : index
    %x2 = arith.xori %tx, %x1 : index
    // P: 4 bytes at 4*(tx^(tx//8))
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.divui %tx, %c8 : index
    %x4 = arith.xori %tx, %x3 : index
    %x5 = arith.addi %c256, %x4 : index
    // A: 4 bytes at 4*(256+(tx^(tx//8)))
    %x6 = memref.load %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
