// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// NVIDIA's copies in a kernel for an AMD chip.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    // expected-error@below {{target-mismatch: nvgpu.device_async_copy is for NVIDIA sm_80+, not for gfx942 (option); change the target or the op; so are 2 more ops of this kernel}}
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
