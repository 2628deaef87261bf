// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two waves need it.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %last = arith.constant 127 : index
    %tid = gpu.thread_id x
    %other = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<128xf32, 3>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    gpu.return
  }
}
