// RUN: fencepost fix --target=sm_80
// The barrier runs before the copy has landed: the wait for its group goes in front of it.
func.func @copy(%lds: memref<256xf32, 3>, %g: memref<256xf32>) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  %a = nvgpu.device_async_copy %g[%t], %lds[%t], 1 : memref<256xf32> to memref<256xf32, 3>
  %token = nvgpu.device_async_create_group %a
  nvgpu.device_async_wait %token
  gpu.barrier
  %x = memref.load %lds[%m] : memref<256xf32, 3>
  return %x : f32
}
