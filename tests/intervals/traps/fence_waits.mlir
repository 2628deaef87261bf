// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// On this chip the barrier's fence waits for plain copies: the waits before it may be redundant.
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
  amdgpu.memory_counter_wait load(0)
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  %v1 = memref.load %lds[%other] : !tile
  amdgpu.gather_to_lds %data[%tid], %lds2[%tid] : f32, memref<64xf32>, !tile
  // expected-hint@below {{redundant-wait: amdgpu.memory_counter_wait may be redundant: as LLVM compiles it today, the fence of the gpu.barrier}}
  amdgpu.memory_counter_wait load(0)
  // expected-note@below {{waited for here}}
  gpu.barrier
  %v2 = memref.load %lds2[%other] : !tile
  amdgpu.gather_to_lds %data[%tid], %lds[%tid] : f32, memref<64xf32>, !tile
  // expected-hint@below {{redundant-wait: amdgpu.memory_counter_wait may be redundant: as LLVM compiles it today, the fence of the gpu.barrier}}
  amdgpu.memory_counter_wait load(0)
  // expected-note@below {{waited for here}}
  gpu.barrier
  %v3 = memref.load %lds[%other] : !tile
  amdgpu.gather_to_lds %data[%tid], %lds2[%tid] : f32, memref<64xf32>, !tile
  amdgpu.memory_counter_wait load(0)
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  %v4 = memref.load %lds2[%other] : !tile
  return
}
