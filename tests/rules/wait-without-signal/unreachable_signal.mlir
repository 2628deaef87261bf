// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// No path leads through the block that signals.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    cf.br ^go
  ^never:
    rocdl.s.barrier.signal id = -1
    cf.br ^go
  ^go:
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    rocdl.s.wait.dscnt 0
    // expected-error@below {{wait-without-signal}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
