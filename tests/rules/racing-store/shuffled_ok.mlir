// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread stores to an element of its own, whatever its lane is handed.
gpu.module @kernels {
  gpu.func @same(%in: memref<256xf32>) workgroup(%tile: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%lane] : memref<256xf32>
    %s, %valid = gpu.shuffle xor %v, %c1, %c64 : f32
    %sum = arith.addf %v, %s : f32
    memref.store %sum, %tile[%tid] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @own(%in: memref<256xf32>) workgroup(%tile: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%tid] : memref<256xf32>
    %s, %valid = gpu.shuffle xor %v, %c1, %c64 : f32
    %sum = arith.addf %v, %s : f32
    memref.store %sum, %tile[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
