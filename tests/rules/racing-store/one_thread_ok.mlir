// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// One thread passes it.
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %few = arith.cmpi ult, %tid, %c64 : index
    scf.if %few {
      memref.store %tid, %lds[%c0] : memref<256xindex, 3>
    }
    gpu.return
  }
}
