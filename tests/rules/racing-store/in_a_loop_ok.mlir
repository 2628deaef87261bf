// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread has a word of its own, in every iteration.
gpu.module @kernels {
  gpu.func @k(%n: index, %v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %half = arith.remui %tid, %c64 : index
    %f = arith.index_cast %tid : index to i32
    %val = arith.sitofp %f : i32 to f32
    scf.for %i = %c0 to %n step %c1 {
      memref.store %val, %lds[%tid] : memref<256xf32, 3>
    }
    gpu.return
  }
}
