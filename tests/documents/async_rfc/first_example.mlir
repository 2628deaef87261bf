// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The barrier cannot synchronise the copy (ineffective, which wins over redundant), the wait is needed, and the read of the other threads'
// copies is a hazard of its own.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %zero = arith.constant 0 : index
    %token = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    %group = nvgpu.device_async_create_group %token
    nvgpu.device_async_wait %group
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
