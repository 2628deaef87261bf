// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// A redundant barrier at the start ends nothing: that nothing is left of it does not mean that the ends of intervals let global memory pass.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  memref.store %v, %data[%tid] : memref<64xf32>
  gpu.barrier
  %r1 = memref.load %lds[%other] : !tile
  %g1 = memref.load %data[%other] : memref<64xf32>
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  memref.store %v, %data[%tid] : memref<64xf32>
  gpu.barrier
  %r2 = memref.load %lds[%other] : !tile
  %g2 = memref.load %data[%other] : memref<64xf32>
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %r3 = memref.load %lds[%other] : !tile
  return
}
