// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The next iteration's store meets loads of this one: a barrier before the load alone is not enough.
gpu.module @kernels {
  gpu.func @ring(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-error@below {{missing-barrier: memref.store may overwrite %lds in the next iteration of the loop on line 12 while another thread's memref.load on line 16 still reads it}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      // expected-note@above {{read here, in the iteration before}}
    }
    gpu.return
  }
}
