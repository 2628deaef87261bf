// Every thread reads the four elements that it wrote.
// verdict: same_thread
gpu.module @m {
  gpu.func @vector4_own(%v4xf32: vector<4xf32>) workgroup(%lds : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c4 = arith.constant 4 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %c4, %tx : index
    // P: 16 bytes at 4*(4*tx)
    vector.store %v4xf32, %lds[%x1] : memref<1024xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %x2 = arith.muli %c4, %tx : index
    // A: 16 bytes at 4*(4*tx)
    %x3 = vector.load %lds[%x2] : memref<1024xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }
}
