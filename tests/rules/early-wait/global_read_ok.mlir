// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Right before the read that needs it.
gpu.module @kernels {
  gpu.func @fetch(%in: memref<256xf32>, %out: memref<256xf32>)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %copy = nvgpu.device_async_copy %in[%tid], %lds[%tid], 1
        : memref<256xf32> to memref<256xf32, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %copy
    %y = memref.load %in[%tid] : memref<256xf32>
    nvgpu.device_async_wait %group
    %x = memref.load %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
