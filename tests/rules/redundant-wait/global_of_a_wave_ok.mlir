// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread reads what another one of its wave wrote: the wait sees to it that this has landed.
gpu.module @kernels {
  gpu.func @reads(%v: f32, %out: memref<64xf32, 1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    memref.store %v, %out[%tid] : memref<64xf32, 1>
    amdgpu.memory_counter_wait load(0) store(0) ds(0)
    %r = memref.load %out[%other] : memref<64xf32, 1>
    gpu.return
  }
}
