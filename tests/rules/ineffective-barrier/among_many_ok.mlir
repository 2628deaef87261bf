// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The copy has been waited for where the first of many barriers stands: it alone is needed.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    gpu.return
  }
}
