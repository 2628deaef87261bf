// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Both sides use the same xor: each thread meets its own element.
gpu.module @kernels {
  gpu.func @swizzle(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %swizzled = arith.xori %tid, %c128 : index
    memref.store %v, %lds[%swizzled] : memref<256xf32, 3>
    %r = memref.load %lds[%swizzled] : memref<256xf32, 3>
    gpu.return
  }
}
