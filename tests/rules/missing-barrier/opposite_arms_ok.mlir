// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads take the same arm: store and load never meet.
gpu.module @kernels {
  gpu.func @half(%v: f32, %p: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c128 = arith.constant 128 : index
    %low = arith.cmpi ult, %tid, %c128 : index
    scf.if %p {
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
    } else {
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
