// RUN: fencepost fix %s
// fencepost: target=sm_80 block=64,1,1
// The copy of each iteration is in no group, and the next iteration uses it: each iteration commits its own.
func.func @next_iteration(%from: memref<64xf32>, %lds: memref<128xf32, 3>, %out: memref<64xf32>, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tid = gpu.thread_id x
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %lds[%tid] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<64xf32>
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<64xf32> to memref<128xf32, 3>
  }
  return
}
