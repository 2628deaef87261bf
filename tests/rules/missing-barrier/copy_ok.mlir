// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier behind the copy.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.copy %from, %lds : memref<256xf32> to memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
