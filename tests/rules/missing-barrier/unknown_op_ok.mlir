// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier before it, and nothing to say but that it is not known.
gpu.module @kernels {
  gpu.func @hand_over(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    // expected-information@below {{unknown-op}}
    "tile.use"(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
