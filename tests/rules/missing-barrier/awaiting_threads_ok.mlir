// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A thread id shows that each op is what one thread does: the barrier is there, and needed.
func.func @exchange(%from: memref<64x64xf32>, %to: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %tid = gpu.thread_id x
  %tile = memref.alloc() : memref<64x64xf32, #gpu.address_space<workgroup>>
  %x = vector.transfer_read %from[%c0, %c0], %zero : memref<64x64xf32>, vector<64x64xf32>
  memref.store %zero, %tile[%tid, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %y = vector.transfer_read %tile[%c0, %c0], %zero : memref<64x64xf32, #gpu.address_space<workgroup>>, vector<64x64xf32>
  memref.store %zero, %to[%tid, %c0] : memref<64x64xf32>
  return
}
