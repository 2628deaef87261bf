// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The copy of the second part is in no group, so that no wait covers it, not even the last one of the kernel.
// fencepost: target=sm_90
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>, %flag: i1, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
  %t1 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v2 = memref.load %lds[%other] : !tile
  // expected-note@below {{copied here, not committed}}
  // expected-note@below {{copied here}}
  %t3 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  // expected-warning@below {{redundant-wait: waits for nothing: the copies before it are in no committed group}}
  nvvm.cp.async.wait.group 0
  gpu.barrier
  // expected-error@below {{missing-async-wait: memref.load may read %lds2 before the nvgpu.device_async_copy}}
  %v4 = memref.load %lds2[%other] : !tile
  %t5 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v6 = memref.load %lds[%other] : !tile
  %t7 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v8 = memref.load %lds2[%other] : !tile
  return
}
