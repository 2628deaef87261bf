// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// An index that is loaded from memory which a later part writes: two loads of one place need not give the same.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%where: memref<64xindex>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  %i = memref.load %where[%tid] : memref<64xindex>
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%i] : !tile
  %j = memref.load %where[%tid] : memref<64xindex>
  // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %b = memref.load %lds[%j] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  memref.store %tid, %where[%other] : memref<64xindex>
  return
}
