// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Address space 7 is shared memory of a cluster for NVIDIA and a buffer of global memory for AMD: an op in the first part tells that the kernel is NVIDIA's.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%p: !llvm.ptr<7>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  // expected-warning@below {{redundant-barrier: nvvm.barrier0 is redundant: no access of workgroup memory comes before it}}
  nvvm.barrier0
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  // expected-error@below {{racing-store: llvm.store lets several threads write the same bytes of %p: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  llvm.store %v, %p : f32, !llvm.ptr<7>
  // expected-error@below {{missing-barrier: llvm.load may read %p before another thread's llvm.store}}
  %q = llvm.load %p : !llvm.ptr<7> -> f32
  return
}
