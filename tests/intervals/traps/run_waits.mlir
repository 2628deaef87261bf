// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// A bare barrier behind a wait for workgroup memory.
// fencepost: target=gfx942
!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<128xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  %r1 = memref.load %lds[%other] : !tile
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  %r2 = memref.load %lds[%other] : !tile
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  %r3 = memref.load %lds[%other] : !tile
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  memref.store %v, %lds[%tid] : !tile
  return
}
