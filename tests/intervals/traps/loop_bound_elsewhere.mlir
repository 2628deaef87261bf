// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// That small values of %n come is told by a loop of the last part, which runs %n times: with one of them the store and the load meet for certain.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%n: index) attributes {gpu.kernel} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %lds2 = memref.alloc() : !tile
  %vec = vector.broadcast %v : f32 to vector<4xf32>
  %z = memref.load %lds2[%n] : !tile
  %moved = arith.addi %other, %n : index
  // expected-error@below {{racing-store: vector.store lets several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  vector.store %vec, %lds[%moved] : !tile, vector<4xf32>
  // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's vector.store}}
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  scf.for %k = %c0 to %n step %c1 {
    // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds2: no barrier can order them}}
    // expected-note@below {{written here}}
    memref.store %v, %lds2[%c4] : !tile
  }
  return
}
