// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Either wait does the work of the other: the one in the loop can go, and then the last one is needed, of which nothing is said.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    nvgpu.device_async_copy %from[%tid], %lds[%tid], 1 : memref<256xf32> to memref<256xf32, 3>
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-warning@below {{redundant-wait: nvvm.cp.async.wait.group is redundant: the nvvm.cp.async.wait.group on line 19 waits for all that it would}}
      nvvm.cp.async.wait.group 0
      nvvm.cp.async.commit.group
    }
    // expected-note@below {{waited for here; one of the two is enough}}
    nvvm.cp.async.wait.group 1
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
