// The two bases may be half a block apart or equal: it depends on their values.
// verdict: unknown
gpu.module @m {
  gpu.func @uniform_base_different(%f: f32, %a: index, %b: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %a, %c32 : index
    %x2 = arith.addi %x1, %tx : index
    // P: 4 bytes at 4*(a*32+tx)
    memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %b, %c32 : index
    %x4 = arith.addi %x3, %tx : index
    // A: 4 bytes at 4*(b*32+tx)
    %x5 = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
