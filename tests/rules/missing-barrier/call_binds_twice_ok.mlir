// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two buffers: the function has no conflict.
gpu.module @kernels {
  func.func private @copy(%from: memref<256xf32, 3>, %to: memref<256xf32, 3>, %i: index, %j: index) {
    %r = memref.load %from[%i] : memref<256xf32, 3>
    memref.store %r, %to[%j] : memref<256xf32, 3>
    return
  }
  gpu.func @reverse(%v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @copy(%a, %b, %other, %tid) : (memref<256xf32, 3>, memref<256xf32, 3>, index, index) -> ()
    gpu.return
  }
}
