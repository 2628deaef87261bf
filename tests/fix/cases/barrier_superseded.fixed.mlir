// RUN: fencepost fix %s
// fencepost: target=sm_80 block=64,1,1
// The barrier orders the load before the second copy only. One in front of both copies does that, too, so the one that
// stands there goes with the same fix, beside the commit and the wait that the first copy lacks.
func.func @moves(%global: memref<64xf32>, %b: memref<64xf32, 3>, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  %v = memref.load %b[%rev] : memref<64xf32, 3>
  memref.store %v, %out[%tid] : memref<64xf32>
  gpu.barrier
  %first = nvgpu.device_async_copy %global[%tid], %b[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  %second = nvgpu.device_async_copy %global[%tid], %b[%tid], 1 : memref<64xf32> to memref<64xf32, 3> // left: nobody uses it
  return
}
