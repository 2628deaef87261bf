// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// It is given workgroup memory.
gpu.module @kernels {
  gpu.func @use(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    // expected-information@below {{unknown-op: no table knows tile.use}}
    "tile.use"(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
