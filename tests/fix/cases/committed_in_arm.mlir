// RUN: fencepost fix %s
// fencepost: target=sm_80 block=64,1,1
// The copy is committed in the arm: before the branch no wait would cover it, so wait and barrier go into the arm.
func.func @tile(%global: memref<64xf32>, %b: memref<64xf32, 3>, %out: memref<64xf32>, %flag: i1) attributes {gpu.kernel} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  %copy = nvgpu.device_async_copy %global[%tid], %b[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
  scf.if %flag {
    nvvm.cp.async.commit.group
    %v = memref.load %b[%rev] : memref<64xf32, 3>
    memref.store %v, %out[%tid] : memref<64xf32>
  }
  return
}
