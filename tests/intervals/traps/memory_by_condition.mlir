// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Which of two buffers it is was decided by an op with regions in the first part; the last part uses it beside both.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%flag: i1) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
  %one = scf.if %flag -> (!tile) {
    scf.yield %lds : !tile
  } else {
    scf.yield %lds2 : !tile
  }
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %one[%tid] : !tile
  // expected-warning@below {{missing-barrier: memref.load may read %lds2 before another thread's memref.store}}
  %c = memref.load %lds2[%other] : !tile
  return
}
