// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// With a barrier it does not matter.
gpu.module @kernels {
  gpu.func @scatter(%v: f32, %where: memref<256xindex>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %i = memref.load %where[%tid] : memref<256xindex>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%i] : memref<256xf32, 3>
    gpu.return
  }
}
