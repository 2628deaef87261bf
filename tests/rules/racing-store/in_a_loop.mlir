// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Four threads write each word, in each iteration: that they do so again in the next one is no finding of its own, and a barrier would mend nothing.
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
      // expected-error@+1 {{racing-store: memref.store lets several threads write the same bytes of %lds}}
      memref.store %val, %lds[%half] : memref<256xf32, 3> // expected-note {{written here}}
    }
    gpu.return
  }
}
