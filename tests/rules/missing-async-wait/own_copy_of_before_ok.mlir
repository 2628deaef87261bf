// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Each copy is waited for before the next one.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
      %group = nvgpu.device_async_create_group %copy
      nvgpu.device_async_wait %group
    }
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
