// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// That there are four rows of threads is told by a bound in a branch of the second part alone: threads of four rows write the same cell in the first.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%out: memref<64xf32>, %flag: i1) attributes {gpu.kernel} {
  %tid = gpu.thread_id x upper_bound 64
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  scf.if %flag {
    %t = gpu.thread_id y upper_bound 4
    memref.store %v, %out[%t] : memref<64xf32>
  }
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
