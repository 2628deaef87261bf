// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A function of another file reads and writes what it is given.
gpu.module @kernels {
  func.func private @elsewhere(memref<256xf32, 3>)
  gpu.func @hand_over(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-information@below {{missing-barrier: func.call may}}
    func.call @elsewhere(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
