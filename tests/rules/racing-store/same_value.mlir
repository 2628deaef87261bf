// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads store the same value: untidy, and harmless in practice.
gpu.module @kernels {
  gpu.func @clear() workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    // expected-information@+2 {{racing-store: memref.store lets several threads write the same value to the same bytes of %lds; one thread would do}}
    // expected-note@+1 {{written here}}
    memref.store %zero, %lds[%c0] : memref<256xf32, 3>
    gpu.return
  }
}
