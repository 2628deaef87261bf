// The guard keeps the writes below s, and the reads begin at s, whatever s is.
// verdict: disjoint
gpu.module @m {
  gpu.func @reduction_symbolic_s(%f: f32, %s: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %x1 = arith.cmpi slt, %tx, %s : index
    scf.if %x1 {
      // P: 4 bytes at 4*tx where tx<s
      memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    %x2 = arith.cmpi slt, %tx, %s : index
    scf.if %x2 {
      %x3 = arith.addi %tx, %s : index
      // A: 4 bytes at 4*(tx+s) where tx<s
      %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
