// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// How wide a store is says the vector that it stores, which comes from the first part: each thread writes four cells, three of which others read.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %vec = vector.broadcast %v : f32 to vector<4xf32>
  %c60 = arith.constant 60 : index
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    // expected-note@below {{written here}}
    vector.store %vec, %lds[%c60] : !tile, vector<4xf32>
  }
  // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's vector.store}}
  %c = memref.load %lds[%tid] : !tile
  return
}
