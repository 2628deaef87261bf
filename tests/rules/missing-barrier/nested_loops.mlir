// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The inner loop is in order by itself; the outer one brings its first store back to its last loads.
gpu.module @kernels {
  gpu.func @tiles(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      // expected-error@below {{missing-barrier: memref.store may overwrite %lds in the next iteration of the loop on line 11}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      scf.for %j = %c0 to %n step %c1 {
        // expected-note@below {{read here, in the iteration before}}
        %r = memref.load %lds[%other] : memref<256xf32, 3>
      }
    }
    gpu.return
  }
}
