// Straight code: accesses and barriers in order, global memory beside workgroup memory, private memory left out.
func.func @straight(%g: memref<64xf32>, %v: f32, %i: index) {
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %p = memref.alloca() : memref<4xf32>
  %tx = gpu.thread_id x
  memref.store %v, %p[%i] : memref<4xf32>
  %x = memref.load %g[%tx] : memref<64xf32>
  memref.store %x, %lds[%tx] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %y = memref.load %lds[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %y, %g[%tx] : memref<64xf32>
  return
}
