// Two guards let the first 32 threads write and threads from 64 on read elements from 32 on.
// verdict: disjoint
gpu.module @m {
  gpu.func @guard_disjoint_threads(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %tx = gpu.thread_id x
    %x1 = arith.cmpi slt, %tx, %c32 : index
    scf.if %x1 {
      // P: 4 bytes at 4*tx where tx<32
      memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    %x2 = arith.cmpi sge, %tx, %c64 : index
    scf.if %x2 {
      %x3 = arith.subi %tx, %c32 : index
      // A: 4 bytes at 4*(tx-32) where tx>=64
      %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
