// Each thread goes over a row of its own, again and again.
// verdict: same_thread
// loop: i in range(0, 4), A 1 later
// loop: j in range(0, 16)
gpu.module @m {
  gpu.func @inner_loop_own_rows(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %jA = %c0 to %c16 step %c1 {
        %x1 = arith.muli %tx, %c16 : index
        %x2 = arith.addi %x1, %jA : index
        // A: 4 bytes at 4*(tx*16+j)
        %x3 = memref.load %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      scf.for %jP = %c0 to %c16 step %c1 {
        %x4 = arith.muli %tx, %c16 : index
        %x5 = arith.addi %x4, %jP : index
        // P: 4 bytes at 4*(tx*16+j)
        memref.store %f, %lds[%x5] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.return
  }
}
