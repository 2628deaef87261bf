// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Eight threads store one element each: the sum of what they and their neighbouring lanes have loaded. In the first kernel all eight have loaded the same two elements, in the second one each has loaded its own. Then lane 1 hands out
// what it has loaded, which is the same in each wave, or not.
gpu.module @kernels {
  gpu.func @same(%in: memref<256xf32>) workgroup(%tile: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%lane] : memref<256xf32>
    %s, %valid = gpu.shuffle xor %v, %c1, %c64 : f32
    %sum = arith.addf %v, %s : f32
    // expected-information@+2 {{racing-store: memref.store lets several threads write the same value to the same bytes of %tile}}
    // expected-note@+1 {{written here}}
    memref.store %sum, %tile[%lane] : memref<32xf32, 3>
    gpu.return
  }
  gpu.func @own(%in: memref<256xf32>) workgroup(%tile: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%tid] : memref<256xf32>
    %s, %valid = gpu.shuffle xor %v, %c1, %c64 : f32
    %sum = arith.addf %v, %s : f32
    // expected-warning@+2 {{racing-store: memref.store lets several threads write the same bytes of %tile, unless what they write is equal}}
    // expected-note@+1 {{written here}}
    memref.store %sum, %tile[%lane] : memref<32xf32, 3>
    gpu.return
  }
  gpu.func @picked(%in: memref<256xf32>) workgroup(%tile: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c64x = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %row = arith.remui %tid, %c64x : index
    %v = memref.load %in[%row] : memref<256xf32>
    %s, %valid = gpu.shuffle idx %v, %c1, %c64 : f32
    // expected-information@+2 {{racing-store: memref.store lets several threads write the same value to the same bytes of %tile}}
    // expected-note@+1 {{written here}}
    memref.store %s, %tile[%lane] : memref<32xf32, 3>
    gpu.return
  }
  gpu.func @picked_by_wave(%in: memref<256xf32>) workgroup(%tile: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%tid] : memref<256xf32>
    %s, %valid = gpu.shuffle idx %v, %c1, %c64 : f32
    // expected-warning@+2 {{racing-store: memref.store lets several threads write the same bytes of %tile, unless what they write is equal}}
    // expected-note@+1 {{written here}}
    memref.store %s, %tile[%lane] : memref<32xf32, 3>
    gpu.return
  }
}
