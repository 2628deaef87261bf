// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The store at the end of the body is read at the top of the next iteration.
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
      // expected-error@below {{missing-barrier: memref.load may read %lds in the next iteration of the loop on line 12 before another thread's memref.store on line 17 has written it}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      // expected-note@below {{written here, in the iteration before}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
    }
    gpu.return
  }
}
