// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The walk passes by whatever is no op of shared memory: here two threads meet in global memory, which no barrier of this pass is for.
gpu.module @kernels {
  gpu.func @situation(%v: f32, %global: memref<256xf32>, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    memref.store %v, %global[%tid] : memref<256xf32>
    %x = memref.load %global[%rev] : memref<256xf32>
    memref.store %x, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
