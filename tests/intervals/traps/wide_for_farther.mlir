// RUN: fencepost lint %s --verify-diagnostics
// parts: some
// The second barrier is redundant: the first one orders what it would. So the first one is needed for %data, too, and is not too wide, though all that stands between
// the two is of %lds.
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
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %b = memref.load %data[%other] : memref<64xf32>
  // expected-note@below {{ordered here}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  memref.store %v, %data[%tid] : memref<64xf32>
  return
}
