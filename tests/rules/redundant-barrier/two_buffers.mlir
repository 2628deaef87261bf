// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Stored to one buffer, read from another.
gpu.module @kernels {
  gpu.func @apart(%v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %a[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %b[%other] : memref<256xf32, 3>
    gpu.return
  }
}
