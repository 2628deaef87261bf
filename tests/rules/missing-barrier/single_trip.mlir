// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Eight iterations meet each other.
gpu.module @kernels {
  gpu.func @once(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-error@below {{missing-barrier: memref.store may overwrite %lds in the next iteration}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      // expected-note@below {{read here, in the iteration before}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
