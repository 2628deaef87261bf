// Twice any number is never twice another number plus one.
// verdict: disjoint
gpu.module @m {
  gpu.func @uniform_base_different_odd_even(%f: f32, %a: index, %b: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x1 = arith.muli %c2, %a : index
    // P: 4 bytes at 4*(2*a)
    memref.store %f, %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x2 = arith.muli %c2, %b : index
    %x3 = arith.addi %x2, %c1 : index
    // A: 4 bytes at 4*(2*b+1)
    %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
