// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The other tile is read across threads as well: both are needed.
gpu.module @kernels {
  gpu.func @either(%v: f32) workgroup(%lds: memref<256xf32, 3>, %own: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    %q = memref.load %lds[%other] : memref<256xf32, 3>
    memref.store %v, %own[%tid] : memref<256xf32, 3>
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    %s = memref.load %own[%other] : memref<256xf32, 3>
    gpu.return
  }
}
