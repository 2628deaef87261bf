// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two hand-written barriers in a row: one of them can go, never both.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    // expected-note@below {{ordered here; one of the two is enough}}
    amdgpu.lds_barrier
    // expected-warning@below {{redundant-barrier}}
    amdgpu.lds_barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
