// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A barrier of all threads stands before the half goes its own way: whoever stored it, it is ordered.
func.func @halves(%values: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tile = memref.alloc() : memref<128xf32, 3>
  %own = arith.constant 1 : index
  %other = arith.constant 100 : index
  %half = arith.constant 64 : index
  %tid = gpu.thread_id x
  %value = memref.load %values[%tid] : memref<128xf32>
  memref.store %value, %tile[%tid] : memref<128xf32, 3>
  nvvm.barrier0
  %first = arith.cmpi ult, %tid, %half : index
  scf.if %first {
    %a = memref.load %tile[%own] : memref<128xf32, 3>
    %b = memref.load %tile[%other] : memref<128xf32, 3>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %values[%tid] : memref<128xf32>
  }
  return
}
