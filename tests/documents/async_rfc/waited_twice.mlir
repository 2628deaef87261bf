// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Waiting for the same effect twice may freeze a processor with a limited resource; here it is at least useless.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %token = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>
    %group = nvgpu.device_async_create_group %token
    nvgpu.device_async_wait %group  // expected-note {{waited for here}}
    // expected-warning@below {{double-wait}}
    nvgpu.device_async_wait %group
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
