// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The product stays before the op that pins the schedule, and so before the barrier.
gpu.module @kernels {
  gpu.func @refill(%a: f32, %b: f32, %acc: vector<4xf32>, %out: memref<256xvector<4xf32>>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %a, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    %d = amdgpu.mfma 16x16x4 %r * %r + %acc blgp = none : f32, f32, vector<4xf32>
    rocdl.sched.barrier none
    rocdl.s.barrier
    memref.store %b, %lds[%tid] : memref<256xf32, 3>
    memref.store %d, %out[%tid] : memref<256xvector<4xf32>>
    gpu.return
  }
}
