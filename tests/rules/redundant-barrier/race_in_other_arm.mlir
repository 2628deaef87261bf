// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// One arm has a race, which needs a barrier there. It is no reason for the barrier of the other arm, behind which nothing is read.
gpu.module @kernels {
  gpu.func @arms(%p: i1, %f: f32) workgroup(%B: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    memref.store %f, %B[%tid] : memref<128xf32, 3> // expected-note {{written here}}
    scf.if %p {
      rocdl.s.wait.dscnt 0 // expected-note {{of no use without it}}
      rocdl.s.barrier.signal id = -1 // expected-note {{signalled here}}
      // expected-warning@below {{redundant-barrier: rocdl.s.barrier.wait with its signal is redundant: no access needs it}}
      rocdl.s.barrier.wait id = -1
    } else {
      // expected-error@below {{missing-barrier: memref.store may write %B before another thread's memref.store on line 8 has written it}}
      memref.store %f, %B[%rev] : memref<128xf32, 3>
    }
    gpu.return
  }
}
