// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics --min-level hint
// Each wave stores what its lanes have joined, in as many steps as its lanes' numbers have bits: all its lanes store one value, whatever they had.
gpu.module @kernels {
  gpu.func @sum(%in: memref<256xf32>) workgroup(%tile: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c32x = arith.constant 32 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c32x : index
    %x0 = memref.load %in[%tid] : memref<256xf32>
    %s0, %p0 = gpu.shuffle xor %x0, %c16, %c32 : f32
    %x1 = arith.addf %x0, %s0 : f32
    %s1, %p1 = gpu.shuffle xor %x1, %c8, %c32 : f32
    %x2 = arith.addf %x1, %s1 : f32
    %s2, %p2 = gpu.shuffle xor %x2, %c4, %c32 : f32
    %x3 = arith.addf %x2, %s2 : f32
    %s3, %p3 = gpu.shuffle xor %x3, %c2, %c32 : f32
    %x4 = arith.addf %x3, %s3 : f32
    %s4, %p4 = gpu.shuffle xor %x4, %c1, %c32 : f32
    %x5 = arith.addf %x4, %s4 : f32
    memref.store %x5, %tile[%wave] : memref<8xf32, 3>
    gpu.return
  }
  gpu.func @greatest(%in: memref<256xf32>) workgroup(%tile: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c32x = arith.constant 32 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c32x : index
    %x0 = memref.load %in[%tid] : memref<256xf32>
    %s0, %p0 = gpu.shuffle xor %x0, %c1, %c32 : f32
    %x1 = arith.maxnumf %x0, %s0 : f32
    %s1, %p1 = gpu.shuffle xor %x1, %c2, %c32 : f32
    %x2 = arith.maxnumf %x1, %s1 : f32
    %s2, %p2 = gpu.shuffle xor %x2, %c4, %c32 : f32
    %x3 = arith.maxnumf %x2, %s2 : f32
    %s3, %p3 = gpu.shuffle xor %x3, %c8, %c32 : f32
    %x4 = arith.maxnumf %x3, %s3 : f32
    %s4, %p4 = gpu.shuffle xor %x4, %c16, %c32 : f32
    %x5 = arith.maxnumf %x4, %s4 : f32
    memref.store %x5, %tile[%wave] : memref<8xf32, 3>
    gpu.return
  }
}
