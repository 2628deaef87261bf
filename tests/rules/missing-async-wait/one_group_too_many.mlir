// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The wait lets one group stay in flight: the one that is read.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %one = nvgpu.device_async_copy %from[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    %group1 = nvgpu.device_async_create_group %one
    %two = nvgpu.device_async_copy %from[%tid], %b[%tid], 1 : memref<256xf32> to memref<256xf32, 3> // expected-note {{copied here}}
    %group2 = nvgpu.device_async_create_group %two
    nvgpu.device_async_wait %group2 numGroups = 1
    gpu.barrier
    %r = memref.load %a[%other] : memref<256xf32, 3>
    // expected-error@below {{missing-async-wait: memref.load may read %b}}
    %s = memref.load %b[%other] : memref<256xf32, 3>
    nvgpu.device_async_wait %group2 numGroups = 0
    gpu.return
  }
}
