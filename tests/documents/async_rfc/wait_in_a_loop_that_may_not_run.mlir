// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A wait in a loop that may run zero times covers nothing after it.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %token = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %token
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      nvgpu.device_async_wait %group
    }
    gpu.barrier
    // expected-warning@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
