// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// With the wait it has.
gpu.module @kernels {
  gpu.func @lanes(%v: f32) workgroup(%lds: memref<64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    memref.store %v, %lds[%tid] : memref<64xf32, 3>
    amdgpu.memory_counter_wait ds(0)
    %r = memref.load %lds[%other] : memref<64xf32, 3>
    gpu.return
  }
}
