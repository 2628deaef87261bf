// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The wait must cover every path: one arm waits, the other does not.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %token = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %token
    scf.if %p {
      nvgpu.device_async_wait %group
    }
    gpu.barrier
    // expected-warning@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
