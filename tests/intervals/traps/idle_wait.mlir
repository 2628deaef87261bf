// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// fencepost: target=gfx1250
// The wait before the first barrier is for no copy of its own interval. That others copy, two barriers later, decides what is said of it: it is redundant; where
// nobody copied it would be said to wait for nothing.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>, %val: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
  memref.store %val, %lds[%tid] : !tile
  // expected-warning@below {{redundant-wait: rocdl.s.wait.asynccnt is redundant}}
  rocdl.s.wait.asynccnt 0
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  memref.store %val, %lds2[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds2[%other] : !tile
  gpu.barrier
  amdgpu.global_load_async_to_lds %data[%tid], %lds2[%tid] : f32, memref<64xf32>, !tile
  rocdl.s.wait.asynccnt 0
  gpu.barrier
  %c = memref.load %lds2[%other] : !tile
  memref.store %c, %data[%tid] : memref<64xf32>
  return
}
