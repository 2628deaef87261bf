// Each access touches two rows; the writes have the first half of every four elements, the reads the second.
// verdict: disjoint
gpu.module @m {
  gpu.func @two_rows_per_wave_segments(%f: f32, %v: vector<2x2xf32>) workgroup(%lds : memref<2x2048xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %tx = gpu.thread_id x
    %x1 = arith.muli %tx, %c4 : index
    // P: 8 bytes at 4*(tx*4) and 8 bytes at 4*(tx*4) + 8192
    vector.transfer_write %v, %lds[%c0, %x1] {in_bounds = [true, true]} : vector<2x2xf32>, memref<2x2048xf32, #gpu.address_space<workgroup>>
    %x2 = arith.muli %tx, %c4 : index
    %x3 = arith.addi %x2, %c2 : index
    // A: 8 bytes at 4*(tx*4+2) and 8 bytes at 4*(tx*4+2) + 8192
    %r = vector.transfer_read %lds[%c0, %x3], %f {in_bounds = [true, true]} : memref<2x2048xf32, #gpu.address_space<workgroup>>, vector<2x2xf32>
    gpu.return
  }
}
