// RUN: fencepost fix %s
// fencepost: target=sm_80 block=64,1,1
// No group ever closes over the copies: the commit goes behind the last of them, and with it the wait has something to wait for.
func.func @never_committed(%from: memref<64xf32>, %out: memref<64xf32>) attributes {gpu.kernel} {
  %a = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %first = nvgpu.device_async_copy %from[%tid], %a[%tid], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  %rev = arith.subi %c63, %tid : index
  %second = nvgpu.device_async_copy %from[%tid], %b[%rev], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  %v = memref.load %a[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %w = memref.load %b[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  %sum = arith.addf %v, %w : f32
  memref.store %sum, %out[%tid] : memref<64xf32>
  return
}
