// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Loops and branches at top level, with barriers and without: what a loop needs for its next iteration is inside of it.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%n: index, %flag: i1) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %c1 = arith.constant 1 : index
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  scf.for %k = %c0 to %n step %c1 {
    // expected-error@below {{missing-barrier: memref.store may overwrite %lds in the next iteration of the loop}}
    memref.store %v, %lds[%tid] : !tile
    gpu.barrier
    // expected-note@below {{read here, in the iteration before}}
    %b = memref.load %lds[%other] : !tile
  }
  gpu.barrier
  scf.if %flag {
    memref.store %v, %lds[%tid] : !tile
    gpu.barrier
    %c = memref.load %lds[%other] : !tile
  }
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %d = memref.load %lds[%other] : !tile
  gpu.barrier
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    memref.store %v, %lds[%c0] : !tile
  }
  gpu.barrier
  %e = memref.load %lds[%c0] : !tile
  return
}
