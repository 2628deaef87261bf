// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Loads of global memory count on the same counter as copies: what a wait lets stay are the loads behind the copy.
// fencepost: target=gfx942
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
  amdgpu.gather_to_lds %data[%tid], %lds[%tid] : f32, memref<64xf32>, !tile
  %g = memref.load %data[%other] : memref<64xf32>
  amdgpu.memory_counter_wait load(1)
  // expected-hint@below {{redundant-barrier: rocdl.s.barrier orders no access of memory}}
  rocdl.s.barrier
  %v1 = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-wait: amdgpu.memory_counter_wait is redundant: all that it waits for is complete already, or not used afterwards}}
  amdgpu.memory_counter_wait load(0)
  // expected-note@below {{ordered here; one of the two is enough}}
  // expected-note@below {{ordered here; one of the two is enough}}
  gpu.barrier
  amdgpu.gather_to_lds %data[%tid], %lds2[%tid] : f32, memref<64xf32>, !tile
  amdgpu.memory_counter_wait load(0)
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %v2 = memref.load %lds2[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  amdgpu.gather_to_lds %data[%tid], %lds[%tid] : f32, memref<64xf32>, !tile
  amdgpu.memory_counter_wait load(0)
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  %v3 = memref.load %lds[%other] : !tile
  return
}
