// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// A barrier is missing, and none stands here whose spelling a fix could take over: that is known without the rest of the kernel.
// fencepost: target=gfx1201
!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<128xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %r1 = memref.load %lds[%other] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  // expected-note@below {{read here}}
  %r2 = memref.load %lds[%other] : !tile
  // expected-error@below {{missing-barrier: memref.store may overwrite %lds while another thread's memref.load on line 24 still reads it: no barrier is between them}}
  memref.store %v, %lds[%tid] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %r3 = memref.load %lds[%other] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  memref.store %v, %lds[%tid] : !tile
  return
}
