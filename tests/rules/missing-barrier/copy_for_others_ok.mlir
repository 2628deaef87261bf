// RUN: fencepost lint %s --verify-diagnostics
// The wait, and the barrier behind it.
// fencepost: target=sm_80 block=64,1,1
func.func @needs_both(%from: memref<64xf32>, %out: memref<64xf32>) attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  %group = nvgpu.device_async_create_group %copy
  nvgpu.device_async_wait %group
  gpu.barrier
  %v = memref.load %lds[%rev] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%tid] : memref<64xf32>
  return
}
