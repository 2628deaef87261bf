// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every call lets a thread read its own element: the function needs no barrier.
gpu.module @kernels {
  func.func private @exchange(%tile: memref<512xf32, 3>, %at: index, %from: index, %v: f32) -> f32 {
    memref.store %v, %tile[%at] : memref<512xf32, 3>
    %r = memref.load %tile[%from] : memref<512xf32, 3>
    return %r : f32
  }
  gpu.func @k(%v: f32, %out: memref<256xf32, 1>) workgroup(%tile: memref<512xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %r = func.call @exchange(%tile, %tid, %tid, %v) : (memref<512xf32, 3>, index, index, f32) -> f32
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
