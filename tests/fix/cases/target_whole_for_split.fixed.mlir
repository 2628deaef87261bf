// RUN: fencepost fix %s --target=gfx942 --unsafe-fixes
// Signal and wait cannot be separated before gfx12.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    amdgpu.lds_barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
