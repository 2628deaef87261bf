// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// One of many barriers that are of no use stands where a copy is under way: it waits for nothing.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3> // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %copy
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    nvgpu.device_async_wait %group
    // expected-error@below {{missing-barrier}}
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
