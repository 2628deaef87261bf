// Eight elements a thread, four apart: neighbours share half.
// verdict: cross_thread
gpu.module @m {
  gpu.func @vector8_stride4(%v8xf32: vector<8xf32>) workgroup(%lds : memref<1028xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c4 = arith.constant 4 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %c4, %tx : index
    // P: 32 bytes at 4*(4*tx)
    vector.store %v8xf32, %lds[%x1] : memref<1028xf32, #gpu.address_space<workgroup>>, vector<8xf32>
    %x2 = arith.muli %c4, %tx : index
    // A: 32 bytes at 4*(4*tx)
    %x3 = vector.load %lds[%x2] : memref<1028xf32, #gpu.address_space<workgroup>>, vector<8xf32>
    gpu.return
  }
}
