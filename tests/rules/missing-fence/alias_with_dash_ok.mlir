// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The name of an alias may hold a dash. The barrier orders what the alias stands for: workgroup memory.
#my-space = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#my-space]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
