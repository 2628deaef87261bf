// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Nothing has been stored yet.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
