// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Two views of one buffer at offsets that constants in different parts give: they do not meet.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %bytes = memref.alloc() : memref<1024xi8, #gpu.address_space<workgroup>>
  %one = memref.view %bytes[%c0][] : memref<1024xi8, #gpu.address_space<workgroup>> to !tile
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  %offset = arith.constant 256 : index
  %two = memref.view %bytes[%offset][] : memref<1024xi8, #gpu.address_space<workgroup>> to !tile
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  memref.store %v, %one[%tid] : !tile
  %c = memref.load %two[%other] : !tile
  return
}
