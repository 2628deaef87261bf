// Two kernels; the copy of the second one is not waited for.
module {
  func.func @first(%v: f32, %i: index, %j: index) attributes {gpu.kernel} {
    %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %v, %lds[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = memref.load %lds[%j] : memref<64xf32, #gpu.address_space<workgroup>>
    return
  }
  func.func @second(%global: memref<64xf32>, %i: index, %j: index) attributes {gpu.kernel} {
    %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %t = nvgpu.device_async_copy %global[%i], %lds[%i], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %t
    gpu.barrier
    %r = memref.load %lds[%j] : memref<64xf32, #gpu.address_space<workgroup>>
    return
  }
}
