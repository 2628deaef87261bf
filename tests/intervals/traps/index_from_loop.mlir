// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// An index that a loop in the first part gives: it hands the thread's own number through, so that no barrier is missing in the last part.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%n: index) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %c1 = arith.constant 1 : index
  %i = scf.for %k = %c0 to %n step %c1 iter_args(%s = %tid) -> (index) {
    scf.yield %s : index
  }
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  %c = memref.load %lds[%i] : !tile
  return
}
