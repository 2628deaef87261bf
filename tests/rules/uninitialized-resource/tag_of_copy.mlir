// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Both copies go where nothing is followed, into memory space 2; only the first is started before it is waited for.
func.func @k(%from: memref<64xf32, 2>, %to: memref<64xf32, 4>, %lds: memref<64xf32, 3>, %v: f32)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %tag = memref.alloc() : memref<1xi32>
  %other = memref.alloc() : memref<1xi32>
  memref.dma_start %from[%c0], %to[%c0], %c64, %tag[%c0] : memref<64xf32, 2>, memref<64xf32, 4>, memref<1xi32>
  memref.dma_wait %tag[%c0], %c64 : memref<1xi32>
  // expected-error@below {{uninitialized-resource: waits on %other before any copy was started on it}}
  memref.dma_wait %other[%c0], %c64 : memref<1xi32>
  memref.store %v, %lds[%t] : memref<64xf32, 3>
  return
}
