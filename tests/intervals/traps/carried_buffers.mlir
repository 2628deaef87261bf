// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Buffers that a loop in the first part turned: the last part gets either of them.
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
  %lds2 = memref.alloc() : !tile
  %p:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %lds, %y = %lds2) -> (!tile, !tile) {
    scf.yield %y, %x : !tile, !tile
  }
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %p#0[%tid] : !tile
  %c = memref.load %p#1[%other] : !tile
  // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %d = memref.load %lds[%other] : !tile
  return
}
