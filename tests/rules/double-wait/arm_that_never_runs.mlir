// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The second wait stands where its condition may hold: that path waits twice.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>, %flag: i1, %other: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %copy = nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0 // expected-note {{waited for here}}
    scf.if %flag {
      scf.if %other {
      } else {
        // expected-warning@below {{double-wait}}
        nvvm.cp.async.wait.group 0
      }
    }
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
