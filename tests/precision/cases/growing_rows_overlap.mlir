// Rows of 64 elements are only 32 apart: neighbouring iterations share half of them.
// verdict: cross_thread
// loop: i in range(0, n), A 1+ later
// fencepost: target=sm_90
gpu.module @m {
  gpu.func @growing_rows_overlap(%f: f32, %n: index) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %x1 = arith.muli %i, %c32 : index
      %x2 = arith.addi %x1, %tx : index
      // P: 4 bytes at 4*(i*32+tx)
      memref.store %f, %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
      %x3 = arith.muli %i, %c32 : index
      %x4 = arith.addi %x3, %tx : index
      // A: 4 bytes at 4*(i*32+tx)
      %r = memref.load %lds[%x4] : memref<4096xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
