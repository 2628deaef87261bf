// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Each iteration signals, none waits.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    rocdl.s.wait.dscnt 0
    // expected-error@below {{unbalanced-barrier}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-error@below {{missing-barrier: memref.load may read %lds}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      rocdl.s.barrier.signal id = -1 // expected-note {{signalled here}}
    }
    gpu.return
  }
}
