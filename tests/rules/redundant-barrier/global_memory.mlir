// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier for workgroup memory orders nothing that these accesses need.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %g: memref<256xf32>) workgroup()
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %g[%tid] : memref<256xf32>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %g[%other] : memref<256xf32>
    memref.store %r, %g[%other] : memref<256xf32>
    gpu.return
  }
}
