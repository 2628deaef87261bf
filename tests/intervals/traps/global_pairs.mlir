// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// A barrier that orders global memory alone is needed, too: it may end a part.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  memref.store %v, %data[%tid] : memref<64xf32>
  // expected-note@below {{ordered here}}
  gpu.barrier
  %b = memref.load %data[%other] : memref<64xf32>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  // expected-note@below {{ordered here}}
  gpu.barrier
  %d = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  memref.store %v, %data[%tid] : memref<64xf32>
  return
}
