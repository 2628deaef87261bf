// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The next copy into a buffer starts while others still read it: only a barrier orders the reads before the refill.
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
      // expected-error@below {{missing-barrier: nvgpu.device_async_copy may overwrite %lds in the next iteration}}
      %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
      %group = nvgpu.device_async_create_group %copy
      nvgpu.device_async_wait %group
      gpu.barrier
      // expected-note@below {{read here, in the iteration before}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
