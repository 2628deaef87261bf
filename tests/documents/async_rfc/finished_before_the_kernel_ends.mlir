// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The document ends every effect with the function. A group that nobody reads is let go here: pipelines leave their last ones so, and a wait would only cost.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %a = memref.alloc() : memref<256xf32, #ws>
    %token = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<256xf32> to memref<256xf32, #ws>
    %group = nvgpu.device_async_create_group %token
    gpu.return
  }
}
