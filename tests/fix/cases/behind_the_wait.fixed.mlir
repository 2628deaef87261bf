// RUN: fencepost fix --target=sm_80
// A counted wait stands where it should: one barrier behind it is all that is missing, and the pipeline keeps its depth.
func.func @k(%src: memref<?xf32>, %n: index, %out: memref<128xf32>) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %lds = memref.alloc() : memref<3x128xf32, 3>
  %red = memref.alloc() : memref<128xf32, 3>
  %t0 = nvgpu.device_async_copy %src[%tid], %lds[%c0, %tid], 1 : memref<?xf32> to memref<3x128xf32, 3>
  %g0 = nvgpu.device_async_create_group %t0
  %t1 = nvgpu.device_async_copy %src[%tid], %lds[%c1, %tid], 1 : memref<?xf32> to memref<3x128xf32, 3>
  %g1 = nvgpu.device_async_create_group %t1
  scf.for %i = %c0 to %n step %c1 {
    nvgpu.device_async_wait %g0 {numGroups = 1 : i32}
    %s = arith.remui %i, %c3 : index
    gpu.barrier
    %v = memref.load %lds[%s, %rev] : memref<3x128xf32, 3>
    memref.store %v, %red[%tid] : memref<128xf32, 3>
    gpu.barrier
    %r = memref.load %red[%rev] : memref<128xf32, 3>
    memref.store %r, %out[%tid] : memref<128xf32>
    %i2 = arith.addi %i, %c2 : index
    %s2 = arith.remui %i2, %c3 : index
    %t2 = nvgpu.device_async_copy %src[%tid], %lds[%s2, %tid], 1 : memref<?xf32> to memref<3x128xf32, 3>
    %g2 = nvgpu.device_async_create_group %t2
  }
  return
}
