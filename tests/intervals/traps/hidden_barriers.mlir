// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// An op that is compiled with a barrier inside stands in the middle part: what it orders is doubtful for its own part alone.
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
  memref.store %v, %lds[%tid] : !tile
  %sum = gpu.all_reduce add %v {} : (f32) -> f32
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-information@below {{racing-store: memref.store lets several threads write the same value to the same bytes of %lds; one thread would do}}
  // expected-note@below {{written here}}
  memref.store %sum, %lds[%c0] : !tile
  return
}
