// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The wait in the arm is for a copy that nobody reads before it is waited for again: it is redundant.
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
  %t3 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v4 = memref.load %lds2[%other] : !tile
  %t5 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  // expected-note@below {{read here}}
  %v6 = memref.load %lds[%other] : !tile
  %t7 = nvgpu.device_async_copy %data[%tid], %lds2[%other], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  scf.if %flag {
    // expected-warning@below {{redundant-wait: nvvm.cp.async.wait.group is redundant: the nvvm.cp.async.wait.group}}
    nvvm.cp.async.wait.group 0
  }
  // expected-error@below {{missing-barrier: nvgpu.device_async_copy may overwrite %lds while another thread's memref.load}}
  %t8 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  // expected-note@below {{waited for here}}
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v9 = memref.load %lds[%other] : !tile
  // expected-note@below {{read here}}
  %v10 = memref.load %lds2[%other] : !tile
  // expected-error@below {{missing-barrier: nvgpu.device_async_copy may overwrite %lds2 while another thread's memref.load}}
  %t11 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v12 = memref.load %lds2[%other] : !tile
  return
}
