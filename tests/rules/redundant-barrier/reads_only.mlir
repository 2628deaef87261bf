// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Loads need no order among themselves.
gpu.module @kernels {
  gpu.func @twice(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %s = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
