// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The condition is loaded by all threads from one place of memory that nobody writes: they agree, and meet at the barrier inside.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%flags: memref<64xi1>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
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
  %on = memref.load %flags[%c0] : memref<64xi1>
  scf.if %on {
    memref.store %v, %lds[%tid] : !tile
    gpu.barrier
    %b = memref.load %lds[%other] : !tile
  }
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
