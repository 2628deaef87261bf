// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two blocks that jump into each other, entered at either: one way out has no barrier.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %p: i1, %q: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    cf.cond_br %p, ^a, ^b
  ^a:
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.cond_br %q, ^b, ^end
  ^b:
    cf.cond_br %q, ^a, ^end
  ^end:
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
