// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Two parts that hold the same ops, with other blanks and comments between: places in them are told from what stands there.
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
      gpu.barrier    // a comment

  %a = memref.load %lds[%other] : !tile
// another
          gpu.barrier
    memref.store %v,   %lds[%tid] : !tile
  gpu.barrier
      %a = memref.load %lds[%other] : !tile
gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %b = memref.load %lds[%other] : !tile
  return
}
