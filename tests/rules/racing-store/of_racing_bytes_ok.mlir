// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// A barrier lets all threads add up the same elements, and each stores the sum for itself.
gpu.module @kernels {
  gpu.func @k(%n: index) workgroup(%tile: memref<256xf32, 3>, %out: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %word = arith.index_cast %tid : index to i32
    %own = arith.sitofp %word : i32 to f32
    memref.store %own, %tile[%tid] : memref<256xf32, 3>
    gpu.barrier
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> f32 {
      %x = memref.load %tile[%i] : memref<256xf32, 3>
      %more = arith.addf %before, %x : f32
      scf.yield %more : f32
    }
    memref.store %sum, %out[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
