// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The synchronisation resource must be initialised in all preceding control flow.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %bytes = arith.constant 1024 : index
    %one = arith.constant 1 : index
    %zero = arith.constant 0 : index
    %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #ws>
    // expected-error@below {{uninitialized-resource}}
    nvgpu.mbarrier.arrive.expect_tx %b[%zero], %bytes : !nvgpu.mbarrier.group<memorySpace = #ws>
    gpu.return
  }
}
