// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// All threads add up the same elements, while others still write them: no two sums need be the same. Behind a barrier they are.
gpu.module @kernels {
  gpu.func @k(%n: index) workgroup(%tile: memref<256xf32, 3>, %out: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %word = arith.index_cast %tid : index to i32
    %own = arith.sitofp %word : i32 to f32
    memref.store %own, %tile[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> f32 {
      // expected-error@below {{missing-barrier}}
      %x = memref.load %tile[%i] : memref<256xf32, 3>
      %more = arith.addf %before, %x : f32
      scf.yield %more : f32
    }
    // expected-warning@below {{racing-store: memref.store lets several threads write the same bytes of %out, unless what they write is equal}}
    // expected-note@below {{written here}}
    memref.store %sum, %out[%c0] : memref<8xf32, 3>
    gpu.return
  }
  gpu.func @behind_a_barrier(%n: index) workgroup(%tile: memref<256xf32, 3>, %out: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
    // expected-information@below {{racing-store: memref.store lets several threads write the same value to the same bytes of %out}}
    // expected-note@below {{written here}}
    memref.store %sum, %out[%c0] : memref<8xf32, 3>
    gpu.return
  }
}
