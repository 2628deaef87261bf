// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two barriers in a row: one of them can go, never both.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-note@below {{ordered here; one of the two is enough}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier on line 11 orders all that it would}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
