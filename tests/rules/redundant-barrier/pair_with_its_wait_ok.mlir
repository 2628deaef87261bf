// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The chip has no such halves: that is said, and not besides that they are redundant.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    rocdl.s.wait.dscnt 0 // expected-error {{target-mismatch}}
    // expected-error@below {{unavailable-barrier}}
    rocdl.s.barrier.signal id = -1
    // expected-error@below {{unavailable-barrier}}
    rocdl.s.barrier.wait id = -1
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
