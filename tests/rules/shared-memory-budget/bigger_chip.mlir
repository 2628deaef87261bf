// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What does not fit gfx942 ..
// expected-error@+2 {{shared-memory-budget}}
gpu.module @kernels {
  gpu.func @fill(%v: f32) workgroup(%lds: memref<20000xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      // expected-note@-2 {{80000 bytes}}
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<20000xf32, 3>
    gpu.return
  }
}
