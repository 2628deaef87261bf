// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two of the same name: one finding that counts.
gpu.module @kernels {
  gpu.func @fill(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    // expected-information@below {{unknown-op: no table knows tile.fill: it is taken to read and write all of %lds; "ops" in fencepost.json can teach it; 1 more of it in this kernel}}
    "tile.fill"(%lds, %v) : (memref<256xf32, 3>, f32) -> ()
    gpu.barrier
    "tile.fill"(%lds, %v) : (memref<256xf32, 3>, f32) -> ()
    gpu.return
  }
}
