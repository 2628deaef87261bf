// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The barrier behind the copy is needed, and orders everything but the copy, which is committed in the next part: alone, its own part would say that it never is.
// fencepost: target=sm_90
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>, %val: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
  memref.store %val, %lds[%tid] : !tile
  %token = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  nvvm.cp.async.commit.group
  gpu.barrier
  memref.store %a, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  memref.store %c, %data[%tid] : memref<64xf32>
  return
}
