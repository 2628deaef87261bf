// Every thread writes one element up and reads one element down.
// verdict: cross_thread
gpu.module @m {
  gpu.func @negative_offset(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    %x1 = arith.addi %tx, %c1 : index
    // P: 4 bytes at 4*(tx+1)
    memref.store %f, %lds[%x1] : memref<4096xf32, #gpu.address_space<workgroup>>
    %x2 = arith.cmpi sge, %tx, %c1 : index
    scf.if %x2 {
      %x3 = arith.subi %tx, %c1 : index
      // A: 4 bytes at 4*(tx-1) where tx>=1
      %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
