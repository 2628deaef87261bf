// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What is suppressed is there.
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    // fencepost: ignore[racing-store] any of the ids will do
    memref.store %tid, %lds[%c0] : memref<256xindex, 3>
    gpu.return
  }
}
