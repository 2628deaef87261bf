// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread goes round as often as its id says.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note@+2 {{no barrier can stand between them}}
    // expected-note@+1 {{no barrier can stand between them}}
    scf.for %i = %c0 to %tid step %c1 { // expected-note {{because of this condition}}
      // expected-error@+1 {{missing-barrier: memref.store may overwrite %lds in the next iteration}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
      // expected-error@below {{divergent-barrier}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      // expected-error@+1 {{missing-barrier: memref.load may read %lds}}
      %r = memref.load %lds[%other] : memref<256xf32, 3> // expected-note {{read here, in the iteration before}}
      // expected-error@below {{divergent-barrier}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    gpu.return
  }
}
