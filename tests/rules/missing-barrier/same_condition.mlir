// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Barrier and load hang on two different conditions.
gpu.module @kernels {
  gpu.func @maybe(%v: f32, %p: i1, %q: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    scf.if %p {
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    scf.if %q {
      // expected-warning@below {{missing-barrier: memref.load may read %lds}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
