// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Allocations of several parts, one of them in a branch, are more than the chip has; told once, at the kernel.
// fencepost: target=gfx942
!tile = memref<64xf32, #gpu.address_space<workgroup>>
// expected-error@below {{shared-memory-budget: the kernel needs 65792 bytes of workgroup memory, gfx942 gives a workgroup 65536}}
func.func @kernel(%flag: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  // expected-note@below {{256 bytes}}
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-note@below {{32768 bytes}}
  %big = memref.alloc() : memref<8192xf32, #gpu.address_space<workgroup>>
  memref.store %v, %big[%tid] : memref<8192xf32, #gpu.address_space<workgroup>>
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  scf.if %flag {
    // expected-note@below {{32768 bytes}}
    %more = memref.alloc() : memref<8192xf32, #gpu.address_space<workgroup>>
    memref.store %v, %more[%tid] : memref<8192xf32, #gpu.address_space<workgroup>>
  }
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
