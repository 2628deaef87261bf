// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The loop may not run at all: then the copy is in flight at the barriers behind it.
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
  // expected-note@below {{ordered here}}
  gpu.barrier
  %v2 = memref.load %lds[%other] : !tile
  %t3 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  scf.for %i = %c0 to %n step %c1 {
    nvvm.cp.async.wait.group 0
  }
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %v4 = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{copied here}}
  %t5 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  gpu.barrier
  // expected-error@below {{missing-async-wait: memref.load may read %lds before the nvgpu.device_async_copy}}
  %v6 = memref.load %lds[%other] : !tile
  %v7 = memref.load %lds2[%other] : !tile
  nvvm.cp.async.wait.group 0
  return
}
