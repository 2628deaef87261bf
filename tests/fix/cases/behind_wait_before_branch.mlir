// RUN: fencepost fix %s --target=sm_80
// The copy is waited for in a loop, and not all threads read there: the barrier stands behind the wait, before the
// branch.
func.func @k(%global: memref<64xf32>, %lds: memref<64xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  %m = arith.subi %c63, %t : index
  %k = nvgpu.device_async_copy %global[%t], %lds[%t], 1 : memref<64xf32> to memref<64xf32, 3>
  nvvm.cp.async.commit.group
  scf.for %i = %c0 to %c3 step %c1 {
    nvvm.cp.async.wait.group 0
    %low = arith.cmpi ult, %t, %c32 : index
    scf.if %low {
      %x = memref.load %lds[%m] : memref<64xf32, 3>
    }
  }
  return
}
