// The second stretch begins 16 elements before the first one ends.
// verdict: cross_thread
gpu.module @m {
  gpu.func @subview_overlap_by_16(%f: f32) workgroup(%lds : memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c240 = arith.constant 240 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %tx, %c1 : index
    %x2 = arith.addi %c0, %x1 : index
    // P: 4 bytes at 4*tx
    memref.store %f, %lds[%x2] : memref<512xf32, #gpu.address_space<workgroup>>
    %x3 = arith.muli %tx, %c1 : index
    %x4 = arith.addi %c240, %x3 : index
    // A: 4 bytes at 4*(tx + 240)
    %x5 = memref.load %lds[%x4] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
