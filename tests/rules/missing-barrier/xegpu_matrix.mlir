// RUN: fencepost lint %s --verify-diagnostics
// Nothing is between the store of a matrix in shared local memory and the load of another part of it.
gpu.module @kernels {
  gpu.func @hand_over(%value: vector<64xf32>, %out: memref<64x32xf32>) workgroup(%slm: memref<8192xi8, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %sg = gpu.subgroup_id : index
    %row = arith.muli %sg, %c32 : index
    %matrix = xegpu.create_mem_desc %slm : memref<8192xi8, 3> -> !xegpu.mem_desc<64x32xf32>
    xegpu.store_matrix %value, %matrix[%row, %c0] : vector<64xf32>, !xegpu.mem_desc<64x32xf32>, index, index // expected-note {{written here}}
    // expected-warning@below {{missing-barrier}}
    %others = xegpu.load_matrix %matrix[%c0, %c0] : !xegpu.mem_desc<64x32xf32>, index, index -> vector<64xf32>
    %tile = xegpu.create_nd_tdesc %out : memref<64x32xf32> -> !xegpu.tensor_desc<32x32xf32>
    xegpu.store_nd %others, %tile[%row, %c0] : vector<64xf32>, !xegpu.tensor_desc<32x32xf32>
    gpu.return
  }
}
