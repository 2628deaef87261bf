// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier that the table knows stands between.
gpu.module @kernels {
  gpu.func @use(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %last = arith.constant 255 : index
    %rev = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    "tile.sync"() : () -> ()
    gpu.barrier
    %w = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
}
