// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Guards keep the two apart: the lower half is written, the upper half is read.
gpu.module @kernels {
  gpu.func @halves(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %up = arith.addi %tid, %c128 : index
    %low = arith.cmpi ult, %tid, %c128 : index
    scf.if %low {
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      %r = memref.load %lds[%up] : memref<256xf32, 3>
    }
    gpu.return
  }
}
