// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The barrier stands there but the producer is an async copy that it does not complete: the barrier is to be upgraded with a wait.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    // expected-warning@below {{ineffective-barrier}}
    amdgpu.lds_barrier
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
