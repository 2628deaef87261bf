// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The copy runs beside its own thread, too.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3> // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %copy
    // expected-error@below {{missing-async-wait: memref.load may read %lds before the nvgpu.device_async_copy on line 7 has landed: nothing waits for it; nvgpu.device_async_wait with a count of 0 must come between}}
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    nvgpu.device_async_wait %group
    gpu.return
  }
}
