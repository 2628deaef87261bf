// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The first wait lets the second copy stay in flight over two barriers; its tile is read before it has landed.
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
  %t2 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  gpu.barrier
  %v3 = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{copied here}}
  // expected-note@below {{copied here}}
  %t4 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  gpu.barrier
  %v5 = memref.load %lds2[%other] : !tile
  // expected-warning@below {{ineffective-barrier: gpu.barrier does not wait for the nvgpu.device_async_copy of %lds}}
  gpu.barrier
  // expected-error@below {{missing-async-wait: nvgpu.device_async_copy may write %lds before the nvgpu.device_async_copy}}
  %t6 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v7 = memref.load %lds[%other] : !tile
  // expected-note@below {{the last copy}}
  // expected-note@below {{copied here}}
  // expected-note@below {{copied here}}
  %t8 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  // expected-warning@below {{redundant-wait: waits for nothing: at most 1 can be in flight here, and it lets 1 stay}}
  nvvm.cp.async.wait.group 1
  // expected-warning@below {{ineffective-barrier: gpu.barrier does not wait for the nvgpu.device_async_copy of %lds2}}
  gpu.barrier
  // expected-error@below {{missing-async-wait: memref.load may read %lds2 before the nvgpu.device_async_copy}}
  %v9 = memref.load %lds2[%other] : !tile
  nvvm.cp.async.wait.group 0
  return
}
