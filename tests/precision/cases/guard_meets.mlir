// Two guards let threads from 32 on read what the first 32 wrote.
// verdict: cross_thread
// fencepost: target=sm_90
gpu.module @m {
  gpu.func @guard_meets(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    %x1 = arith.cmpi slt, %tx, %c32 : index
    scf.if %x1 {
      // P: 4 bytes at 4*tx where tx<32
      memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    %x2 = arith.cmpi sge, %tx, %c32 : index
    scf.if %x2 {
      %x3 = arith.subi %tx, %c32 : index
      // A: 4 bytes at 4*(tx-32) where tx>=32
      %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
