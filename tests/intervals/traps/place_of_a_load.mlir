// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The note names the line of a load that stands two parts above.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%where: memref<64xindex>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %i = memref.load %where[%tid] : memref<64xindex>
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%i] : !tile
  // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %c = memref.load %lds[%tid] : !tile
  return
}
