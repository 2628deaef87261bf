// RUN: fencepost lint %s --verify-diagnostics
// Both are known, and what a comment says behind other words is prose: before the change it had fencepost: target=gfx94
// fencepost: target=gfx942
// fencepost: block=256 as the host launches it, which was block=y once
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %tid, %lds[%tid] : memref<256xindex, 3>
    gpu.return
  }
}
