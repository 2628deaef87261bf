// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An atomic is a producer for the read after it.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %x = memref.atomic_rmw addf %v, %a[%tid] : (f32, memref<256xf32, #ws>) -> f32  // expected-note {{updated here}}
    // expected-error@below {{missing-barrier}}
    %y = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
