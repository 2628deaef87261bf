// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Each wave comes to halves in a branch of one of two parts: together as often.
// fencepost: target=gfx1201
!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<128xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %c64 = arith.constant 64 : index
  %late = arith.cmpi uge, %tid, %c64 : index
  %early = arith.cmpi ult, %tid, %c64 : index
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
  // expected-note@below {{ordered here}}
  rocdl.s.barrier.wait id = -1
  %r2 = memref.load %lds[%other] : !tile
  // expected-note@below {{of no use without it}}
  rocdl.s.wait.dscnt 0
  // expected-note@below {{signalled here}}
  rocdl.s.barrier.signal id = -1
  // expected-warning@below {{redundant-barrier: rocdl.s.barrier.wait with its signal is redundant: the rocdl.s.barrier.wait}}
  rocdl.s.barrier.wait id = -1
  scf.if %late {
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
  }
  %r4 = memref.load %lds[%other] : !tile
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  // expected-note@below {{ordered here}}
  rocdl.s.barrier.wait id = -1
  memref.store %v, %lds[%tid] : !tile
  scf.if %early {
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
  }
  // expected-note@below {{of no use without it}}
  rocdl.s.wait.dscnt 0
  // expected-note@below {{signalled here}}
  rocdl.s.barrier.signal id = -1
  // expected-warning@below {{redundant-barrier: rocdl.s.barrier.wait with its signal is redundant: the rocdl.s.barrier.wait}}
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
