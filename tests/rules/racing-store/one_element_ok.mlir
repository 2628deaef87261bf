// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread stores to an element of its own.
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c5 = arith.constant 5 : index
    %tid = gpu.thread_id x
    memref.store %tid, %lds[%tid] : memref<256xindex, 3>
    gpu.return
  }
}
