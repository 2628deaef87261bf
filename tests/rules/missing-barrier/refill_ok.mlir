// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A barrier behind the loads.
gpu.module @kernels {
  gpu.func @ring(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
      %group = nvgpu.device_async_create_group %copy
      nvgpu.device_async_wait %group
      gpu.barrier
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      gpu.barrier
    }
    gpu.return
  }
}
