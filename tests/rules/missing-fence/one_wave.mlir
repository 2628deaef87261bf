// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Within one wave no barrier is needed, but the store must have landed.
gpu.module @kernels {
  gpu.func @lanes(%v: f32) workgroup(%lds: memref<64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    memref.store %v, %lds[%tid] : memref<64xf32, 3> // expected-note {{written here}}
    // expected-information@below {{missing-fence: memref.load may read %lds before another thread's memref.store on line 9 has written it: within one wave no barrier is needed, but the data must have landed}}
    %r = memref.load %lds[%other] : memref<64xf32, 3>
    gpu.return
  }
}
