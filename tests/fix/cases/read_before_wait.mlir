// RUN: fencepost fix %s --target=gfx1250
// The reader stands before the wait of the pair: only the wait moves.
gpu.module @kernels {
gpu.func @k(%f: f32, %out: memref<128xf32, 1>) workgroup(%B: memref<128xf32, 3>)
    kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %r = arith.subi %c127, %tid : index
  memref.store %f, %B[%tid] : memref<128xf32, 3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  %v = memref.load %B[%r] : memref<128xf32, 3>
  rocdl.s.barrier.wait id = -1
  memref.store %v, %out[%tid] : memref<128xf32, 1>
  gpu.return
}
}
