// Two views with stride 2 interleave: one has the even elements, the other the odd ones.
// verdict: disjoint
gpu.module @m {
  gpu.func @subview_strided_interleave(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    %x1 = memref.subview %lds[0] [256] [2] : memref<512xf32, #gpu.address_space<workgroup>> to memref<256xf32, strided<[2], offset: 0>, #gpu.address_space<workgroup>>
    // P: 4 bytes at 4*(2*tx)
    memref.store %f, %x1[%tx] : memref<256xf32, strided<[2], offset: 0>, #gpu.address_space<workgroup>>
    %x2 = memref.subview %lds[1] [256] [2] : memref<512xf32, #gpu.address_space<workgroup>> to memref<256xf32, strided<[2], offset: 1>, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*(2*tx + 1)
    %x3 = memref.load %x2[%tx] : memref<256xf32, strided<[2], offset: 1>, #gpu.address_space<workgroup>>
    gpu.return
  }
}
