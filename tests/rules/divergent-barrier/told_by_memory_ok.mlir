// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads look at the same place in memory, so that they agree.
gpu.module @m {
  gpu.func @by_memory(%in: memref<256xf32, 1>, %out: memref<256xf32, 1>, %f: f32) workgroup(%tile: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c255 = arith.constant 255 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%c0] : memref<256xf32, 1>
    %positive = arith.cmpf ogt, %x, %zero : f32
    memref.store %f, %tile[%tid] : memref<256xf32, 3>
    scf.if %positive {
      gpu.barrier
    } else {
      memref.store %f, %out[%c0] : memref<256xf32, 1>
      gpu.barrier
    }
    %v = memref.load %tile[%other] : memref<256xf32, 3>
    memref.store %v, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
