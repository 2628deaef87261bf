// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// One way out of the first block leads around the barrier.
gpu.module @kernels {
  gpu.func @maybe(%v: f32, %p: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    cf.cond_br %p, ^meet, ^join
    ^meet:
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.br ^join
    ^join:
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
