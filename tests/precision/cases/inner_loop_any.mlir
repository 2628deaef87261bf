// Each iteration of the outer loop goes over the same 16 elements of each row.
// verdict: cross_thread
// loop: i in range(0, 4), A 1 later
// loop: j in range(0, 4)
// fencepost: target=sm_90
gpu.module @m {
  gpu.func @inner_loop_any(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %jA = %c0 to %c4 step %c1 {
        %x1 = arith.muli %jA, %c16 : index
        %x2 = arith.remui %tx, %c16 : index
        %x3 = arith.addi %x1, %x2 : index
        // A: 4 bytes at 4*(j*16+tx%16)
        %x4 = memref.load %lds[%x3] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      scf.for %jP = %c0 to %c4 step %c1 {
        %x5 = arith.muli %jP, %c16 : index
        %x6 = arith.remui %tx, %c16 : index
        %x7 = arith.addi %x5, %x6 : index
        // P: 4 bytes at 4*(j*16+tx%16)
        memref.store %f, %lds[%x7] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.return
  }
}
