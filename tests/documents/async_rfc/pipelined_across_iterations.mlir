// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Merged across iterations: the copy of the next tile is in flight while this one is used, the wait leaves one group out;
// the last tile is waited for behind the loop.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %t0 = nvgpu.device_async_copy %src[%tid], %a[%zero, %tid], 1 : memref<256xf32> to memref<2x256xf32, #ws>
    %g0 = nvgpu.device_async_create_group %t0
    %two = arith.constant 2 : index
    scf.for %i = %zero to %n step %one {
      %next = arith.addi %i, %one : index
      %slot = arith.remui %next, %two : index
      %this = arith.remui %i, %two : index
      %t = nvgpu.device_async_copy %src[%tid], %a[%slot, %tid], 1 : memref<256xf32> to memref<2x256xf32, #ws>
      %g = nvgpu.device_async_create_group %t
      nvgpu.device_async_wait %g {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      gpu.barrier
    }
    nvgpu.device_async_wait %g0 {numGroups = 0 : i32}
    gpu.barrier
    %last = arith.remui %n, %two : index
    %y = memref.load %a[%last, %rev] : memref<2x256xf32, #ws>
    gpu.return
  }
}
