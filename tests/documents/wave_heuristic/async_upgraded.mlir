// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// wait_async_ops: the counter is waited for, then the barrier publishes.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>
    rocdl.s.wait.asynccnt 0
    amdgpu.lds_barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
