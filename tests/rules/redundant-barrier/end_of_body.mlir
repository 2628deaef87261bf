// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two buffers in turn need one barrier a round: the one at the end of the body is one too many.
gpu.module @kernels {
  gpu.func @ring(%v: f32) workgroup(%lds: memref<2x256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %slot = arith.remui %i, %c2 : index
      memref.store %v, %lds[%slot, %tid] : memref<2x256xf32, 3>
      // expected-note@below {{ordered here}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %r = memref.load %lds[%slot, %other] : memref<2x256xf32, 3>
      // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    gpu.return
  }
}
