// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Halves over the back edge of a loop: a signal is open at both ends of its body.
// fencepost: target=gfx1201
!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<128xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
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
  // expected-warning@below {{redundant-wait: rocdl.s.wait.dscnt is redundant: the rocdl.s.wait.dscnt}}
  rocdl.s.wait.dscnt 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  rocdl.s.barrier.signal id = -1
  scf.for %i = %c0 to %last step %c1 {
    rocdl.s.barrier.wait id = -1
    %r4 = memref.load %lds[%other] : !tile
    memref.store %v, %lds2[%tid] : !tile
    // expected-note@below {{waited for here}}
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
  }
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
