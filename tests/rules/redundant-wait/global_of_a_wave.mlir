// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two reads of global memory need no order, and nothing else is in flight.
gpu.module @kernels {
  gpu.func @reads(%v: f32, %out: memref<64xf32, 1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    %own = memref.load %out[%tid] : memref<64xf32, 1>
    // expected-warning@below {{redundant-wait}}
    amdgpu.memory_counter_wait load(0) store(0) ds(0)
    %r = memref.load %out[%other] : memref<64xf32, 1>
    gpu.return
  }
}
