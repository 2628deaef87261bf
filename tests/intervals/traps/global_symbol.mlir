// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Workgroup memory of the module that one part alone names counts for the kernel.
memref.global @scratch : memref<64xf32, #gpu.address_space<workgroup>>
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
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  %scratch = memref.get_global @scratch : !tile
  // expected-note@below {{written here}}
  memref.store %v, %scratch[%tid] : !tile
  // expected-error@below {{missing-barrier: memref.load may read %scratch before another thread's memref.store}}
  %c = memref.load %scratch[%other] : !tile
  return
}
