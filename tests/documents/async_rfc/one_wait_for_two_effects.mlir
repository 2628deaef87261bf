// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Effects can be merged into one group, which is waited for once.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @merged(%src: memref<256xf32>, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %b = memref.alloc() : memref<256xf32, #ws>
    %t0 = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %b[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>
    %group = nvgpu.device_async_create_group %t0, %t1
    nvgpu.device_async_wait %group
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    %y = memref.load %b[%rev] : memref<256xf32, #ws>
    %z = arith.addf %x, %y : f32
    memref.store %z, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
