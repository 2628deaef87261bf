// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A signal in one part, its wait behind a whole barrier in the next.
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
  %r2 = memref.load %lds[%other] : !tile
  rocdl.s.wait.dscnt 0
  // expected-note@below {{signalled here}}
  rocdl.s.barrier.signal id = -1
  // expected-error@below {{mixed-barriers: gpu.barrier signals and waits on its own while a signal of the same barrier is open: this wave arrives twice in one phase}}
  gpu.barrier
  %r4 = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{wait-without-signal: waits on the workgroup barrier}}
  rocdl.s.barrier.wait id = -1
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
