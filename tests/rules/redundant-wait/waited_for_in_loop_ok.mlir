// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// One wait behind the loop, for the copy that is committed in its first iteration.
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
      nvvm.cp.async.commit.group
    }
    nvvm.cp.async.wait.group 1
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
