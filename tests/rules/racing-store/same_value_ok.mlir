// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A constant to an element of its own.
gpu.module @kernels {
  gpu.func @clear() workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    memref.store %zero, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
