// The read of four elements reaches into the next thread's four.
// verdict: cross_thread
gpu.module @m {
  gpu.func @vector4_overlap_half(%v4xf32: vector<4xf32>) workgroup(%lds : memref<1028xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %c4, %tx : index
    // P: 16 bytes at 4*(4*tx)
    vector.store %v4xf32, %lds[%x1] : memref<1028xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %x2 = arith.muli %c4, %tx : index
    %x3 = arith.addi %x2, %c2 : index
    // A: 16 bytes at 4*(4*tx+2)
    %x4 = vector.load %lds[%x3] : memref<1028xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }
}
