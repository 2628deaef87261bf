// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A write after a read of other threads: the anti-dependence needs the barrier as much as the dependence.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %x = memref.load %a[%rev] : memref<256xf32, #ws>  // expected-note {{read here}}
    // expected-error@below {{missing-barrier}}
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    gpu.return
  }
}
