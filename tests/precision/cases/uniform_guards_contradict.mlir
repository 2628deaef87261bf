// The arms of one condition that all threads agree on never both run.
// verdict: disjoint
gpu.module @m {
  gpu.func @uniform_guards_contradict(%f: f32, %c: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %true = arith.constant true
    %tx = gpu.thread_id x
    %x1 = arith.cmpi eq, %c, %c1 : index
    scf.if %x1 {
      // P: 4 bytes at 4*tx where c==1
      memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    %x2 = arith.cmpi eq, %c, %c1 : index
    %x3 = arith.xori %x2, %true : i1
    scf.if %x3 {
      %x4 = arith.subi %c255, %tx : index
      // A: 4 bytes at 4*(255-tx) where not (c==1)
      %x5 = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
