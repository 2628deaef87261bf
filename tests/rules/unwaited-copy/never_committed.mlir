// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// No group ever closes over the copy.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    // expected-warning@below {{unwaited-copy}}
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    gpu.return
  }
}
