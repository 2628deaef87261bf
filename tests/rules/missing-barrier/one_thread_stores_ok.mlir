// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier stands behind the branch, where all threads come.
gpu.module @kernels {
  gpu.func @broadcast(%v: f32) workgroup(%lds: memref<1xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %v, %lds[%c0] : memref<1xf32, 3>
    }
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%c0] : memref<1xf32, 3>
    gpu.return
  }
}
