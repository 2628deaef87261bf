// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier in a conditional closes the window on one path only: the other path stays open, so the pair is a warning.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    scf.if %p {
      amdgpu.lds_barrier
    }
    // expected-warning@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
