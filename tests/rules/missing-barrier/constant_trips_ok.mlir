// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A loop from 0 to 4 runs it, whatever happens.
gpu.module @kernels {
  gpu.func @four(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    scf.for %i = %c0 to %c4 step %c1 {
      // expected-hint@below {{hoistable-barrier}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
