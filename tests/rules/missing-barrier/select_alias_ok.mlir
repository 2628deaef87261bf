// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier serves whichever buffer it is.
gpu.module @kernels {
  gpu.func @choose(%v: f32, %p: i1) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c = arith.select %p, %a, %b : memref<256xf32, 3>
    memref.store %v, %a[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %c[%other] : memref<256xf32, 3>
    gpu.return
  }
}
