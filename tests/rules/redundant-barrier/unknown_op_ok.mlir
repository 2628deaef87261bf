// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What an op does that no table knows is not known: a barrier between it and an access of workgroup memory may be there for its sake.
gpu.module @kernels {
  gpu.func @exchange(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    %sum = "vendor.exchange"(%r) : (f32) -> f32
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %s = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
