// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Likewise, but each thread loaded a value of its own: which one stays is left to chance.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %s = memref.load %data[%tid] : memref<64xf32>
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %s, %lds[%c0] : !tile
  gpu.barrier
  %c = memref.load %lds[%tid] : !tile
  return
}
