// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// One thread initialises it, a barrier publishes it.
gpu.module @kernels {
  gpu.func @expect(%bytes: index, %count: index) workgroup()
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %full = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    scf.if %first {
      nvgpu.mbarrier.init %full[%c0], %count : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    }
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %bytes : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    gpu.return
  }
}
