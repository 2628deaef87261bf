// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Stored behind a barrier, it can do what it likes.
gpu.module @kernels {
  func.func private @elsewhere(memref<256xf32, 3>)
  gpu.func @hand_over(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    func.call @elsewhere(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
