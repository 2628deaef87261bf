// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The store to global memory is over before the barrier matters to anybody.
gpu.module @kernels {
  gpu.func @reverse(%v: f32, %g: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-hint@below {{wide-fence: gpu.barrier orders global memory as well}}
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
