// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A value that is defined in a part below (lines were moved): its use above is another thread's cell all the same.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
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
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %b = memref.load %lds[%late] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  gpu.barrier
  %late = arith.subi %last, %tid : index
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %d = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
