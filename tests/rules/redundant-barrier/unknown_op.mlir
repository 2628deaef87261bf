// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier among arithmetic and reads of memory of its own orders nothing.
gpu.module @kernels {
  gpu.func @exchange(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    %sum = arith.addf %r, %v : f32
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %s = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
