// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The signal comes before the store that it should tell of. Its wait has nothing to wait for there, but will have once the two have moved: only the race is reported.
// The wait at the end has nothing to wait for either, and stands before no such signal: it is reported.
gpu.module @kernels {
  gpu.func @early(%f: f32, %out: memref<128xf32, 1>) workgroup(%B: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    memref.store %f, %B[%tid] : memref<128xf32, 3> // expected-note {{written here}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-barrier: memref.load may read %B before another thread's memref.store on line 11 has written it}}
    %v = memref.load %B[%rev] : memref<128xf32, 3>
    // expected-warning@below {{redundant-wait: rocdl.s.wait.dscnt is redundant: all that it waits for is complete already, or not used afterwards}}
    rocdl.s.wait.dscnt 0
    memref.store %v, %out[%tid] : memref<128xf32, 1>
    gpu.return
  }
}
