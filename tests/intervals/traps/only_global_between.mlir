// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Between two needed barriers lies one that orders nothing, with accesses of global memory alone around it.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
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
  // expected-note@below {{ordered here; one of the two is enough}}
  // expected-note@below {{ordered here; one of the two is enough}}
  gpu.barrier
  %b = memref.load %data[%tid] : memref<64xf32>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %c = memref.load %data[%other] : memref<64xf32>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %d = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
