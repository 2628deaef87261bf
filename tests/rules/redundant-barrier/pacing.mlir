// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A bare barrier among scheduling ops that no access needs: a hint, it may keep waves in step.
gpu.module @kernels {
  gpu.func @paced(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    amdgpu.lds_barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    rocdl.s.setprio 1
    // expected-hint@below {{redundant-barrier: rocdl.s.barrier orders no access of memory; it may be there to keep waves in step}}
    rocdl.s.barrier
    rocdl.s.setprio 0
    gpu.return
  }
}
