// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Views of two halves touch different bytes.
gpu.module @kernels {
  gpu.func @halves(%v: f32) workgroup(%raw: memref<2048xi8, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %c1024 = arith.constant 1024 : index
    %low = memref.view %raw[%c0][] : memref<2048xi8, 3> to memref<256xf32, 3>
    %high = memref.view %raw[%c1024][] : memref<2048xi8, 3> to memref<256xf32, 3>
    memref.store %v, %low[%tid] : memref<256xf32, 3>
    %r = memref.load %high[%other] : memref<256xf32, 3>
    gpu.return
  }
}
