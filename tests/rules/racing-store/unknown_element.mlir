// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The element is read from memory: two threads may have the same.
gpu.module @kernels {
  gpu.func @count(%where: memref<256xindex>) workgroup(%lds: memref<256xi32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %own = arith.index_cast %tid : index to i32
    %i = memref.load %where[%tid] : memref<256xindex>
    // expected-information@+2 {{racing-store: memref.store may let several threads write the same bytes of %lds}}
    // expected-note@+1 {{written here}}
    memref.store %own, %lds[%i] : memref<256xi32, 3>
    gpu.return
  }
}
