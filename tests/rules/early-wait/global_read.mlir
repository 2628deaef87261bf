// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The read of global memory could be under way while the copy lands.
gpu.module @kernels {
  gpu.func @fetch(%in: memref<256xf32>, %out: memref<256xf32>)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %copy = nvgpu.device_async_copy %in[%tid], %lds[%tid], 1
        : memref<256xf32> to memref<256xf32, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %copy
    // expected-hint@below {{early-wait: nvgpu.device_async_wait stands before work that does not need it: line 14 is the first that does}}
    nvgpu.device_async_wait %group
    %y = memref.load %in[%tid] : memref<256xf32>
    %x = memref.load %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
