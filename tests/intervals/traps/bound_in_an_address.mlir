// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// An address speaks of what bounds a loop elsewhere: that the loop runs twice is a case in which the two stores certainly meet.
func.func @kernel(%n: index, %x: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %lds2 = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %a = memref.load %lds2[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  %b = memref.load %lds2[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  memref.store %a, %lds[%n] : memref<64xf32, #gpu.address_space<workgroup>>
  // expected-error@below {{missing-barrier: memref.store may write %lds before another thread's memref.store on line 17 has written it: no barrier is between them}}
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  return
}
