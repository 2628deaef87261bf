// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Whose tag the wait names is not known: it may be that of another copy.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>, %n: index, %tag: memref<1xi32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %t = "test.tag"() : () -> memref<1xi32>
    memref.dma_start %from[%c0], %lds[%c0], %n, %tag[%c0] : memref<256xf32>, memref<256xf32, 3>, memref<1xi32> // expected-note {{copied here}}
    memref.dma_wait %t[%c0], %n : memref<1xi32>
    // expected-warning@below {{missing-barrier: memref.load may read %lds before the memref.dma_start on line 9 has landed: no wait for its tag is between them}}
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
