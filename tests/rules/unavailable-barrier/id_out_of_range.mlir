// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// A number that fits no register.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    rocdl.s.wait.dscnt 0
    // expected-error@below {{unavailable-barrier: there is no barrier of that number}}
    rocdl.s.barrier.signal id = 99999999999
    // expected-error@below {{unavailable-barrier: there is no barrier of that number}}
    rocdl.s.barrier.wait id = 99999999999
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
