// RUN: fencepost lint %s --verify-diagnostics
// A named barrier of all threads is between store and load, behind a fence; each thread makes its handle of the barrier for itself.
gpu.module @kernels {
  gpu.func @hand_over(%value: vector<64xf32>, %out: memref<64x32xf32>) workgroup(%slm: memref<8192xi8, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i8
    %c4 = arith.constant 4 : i8
    %c32 = arith.constant 32 : index
    %sg = gpu.subgroup_id : index
    %row = arith.muli %sg, %c32 : index
    xegpu.alloc_nbarrier 2
    %meet = xegpu.init_nbarrier %c1, %c4 : i8, i8 -> !xegpu.nbarrier
    %matrix = xegpu.create_mem_desc %slm : memref<8192xi8, 3> -> !xegpu.mem_desc<64x32xf32>
    xegpu.store_matrix %value, %matrix[%row, %c0] : vector<64xf32>, !xegpu.mem_desc<64x32xf32>, index, index
    xegpu.fence memory_kind = slm, fence_scope = workgroup
    xegpu.nbarrier_arrive %meet : !xegpu.nbarrier
    xegpu.nbarrier_wait %meet : !xegpu.nbarrier
    %others = xegpu.load_matrix %matrix[%c0, %c0] : !xegpu.mem_desc<64x32xf32>, index, index -> vector<64xf32>
    %tile = xegpu.create_nd_tdesc %out : memref<64x32xf32> -> !xegpu.tensor_desc<32x32xf32>
    xegpu.store_nd %others, %tile[%row, %c0] : vector<64xf32>, !xegpu.tensor_desc<32x32xf32>
    gpu.return
  }
}
