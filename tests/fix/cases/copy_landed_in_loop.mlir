// RUN: fencepost fix %s
// fencepost: target=sm_80 block=64,1,1
// The copy may land as late as at the wait in the loop: a barrier before the loop orders nothing, one behind the wait
// does.
func.func @tile(%global: memref<64xf32>, %b: memref<64xf32, 3>, %out: memref<64xf32>, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  %copy = nvgpu.device_async_copy %global[%tid], %b[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
  %group = nvgpu.device_async_create_group %copy
  scf.for %i = %c0 to %n step %c1 {
    nvgpu.device_async_wait %group {numGroups = 0 : i32}
    %v = memref.load %b[%rev] : memref<64xf32, 3>
    memref.store %v, %out[%tid] : memref<64xf32>
  }
  return
}
