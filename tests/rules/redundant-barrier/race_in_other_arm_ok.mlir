// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The barrier's own arm reads behind it what the first store has written, and the other arm stores what is each thread's own.
gpu.module @kernels {
  gpu.func @arms(%p: i1, %f: f32) workgroup(%B: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    memref.store %f, %B[%tid] : memref<128xf32, 3>
    scf.if %p {
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %v = memref.load %B[%rev] : memref<128xf32, 3>
    } else {
      memref.store %f, %B[%tid] : memref<128xf32, 3>
    }
    gpu.return
  }
}
