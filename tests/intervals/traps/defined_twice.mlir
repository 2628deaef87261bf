// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A name is defined again in the third part (half an edit): from there on it is the thread's own number, and barriers behind it order nothing.
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
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-note@below {{ordered here}}
  // expected-note@below {{ordered here}}
  gpu.barrier
  %other = gpu.thread_id x
  memref.store %v, %lds[%tid] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  %d = memref.load %lds[%other] : !tile
  return
}
