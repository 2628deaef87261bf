// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A copy goes where the one of the iteration before may still be writing.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      // expected-error@+1 {{missing-async-wait: nvgpu.device_async_copy may write %lds in the next iteration of the loop on line 9 before what it started earlier has landed: nothing waits for it}}
      %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3> // expected-note {{copied here}}
      %group = nvgpu.device_async_create_group %copy
    }
    nvvm.cp.async.wait.group 0
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
