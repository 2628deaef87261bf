// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Bare barriers do not wait for the data. Which wait is advised follows the dialect that the kernel uses elsewhere.
// fencepost: target=gfx1201
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  amdgpu.lds_barrier
  %a = memref.load %lds[%other] : !tile
  amdgpu.lds_barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.barrier
  // expected-error@below {{missing-fence: memref.load may read %lds before another thread's memref.store}}
  %c = memref.load %lds[%other] : !tile
  return
}
