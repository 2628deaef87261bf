// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Indices that parts far below rest on: threads that turn their own cell over need no barrier among themselves, whichever part computed the index.
// The last part misses one: its index is another thread's.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %c1 = arith.constant 1 : index
  %turned = arith.xori %tid, %c1 : index
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%turned] : !tile
  %c = memref.load %lds[%turned] : !tile
  gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %d = memref.load %lds[%turned] : !tile
  return
}
