// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Either barrier would do; the one that runs more often is reported.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    // expected-note@below {{ordered here; one of the two is enough}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
