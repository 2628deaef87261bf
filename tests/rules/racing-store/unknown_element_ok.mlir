// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An atomic update may meet itself.
gpu.module @kernels {
  gpu.func @count(%where: memref<256xindex>) workgroup(%lds: memref<256xi32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %own = arith.index_cast %tid : index to i32
    %i = memref.load %where[%tid] : memref<256xindex>
    %old = memref.atomic_rmw addi %own, %lds[%i] : (i32, memref<256xi32, 3>) -> i32
    gpu.return
  }
}
