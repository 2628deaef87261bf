// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An op that no table knows: only information, the reason is that it is not known.
gpu.module @kernels {
  gpu.func @hand_over(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-information@+2 {{unknown-op}}
    // expected-information@+1 {{missing-barrier: tile.use may}}
    "tile.use"(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
