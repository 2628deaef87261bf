func.func @first(%x: f32) attributes {gpu.kernel} {
  gpu.barrier
  return
}
// -----
// Of this section's kernels alone, as long as the one above is the file's first.
// fencepost: target=gfx1201 block=64
func.func @second(%x: f32) attributes {gpu.kernel} {
  %tid = gpu.thread_id x
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
func.func @third(%x: f32) attributes {gpu.kernel} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c63, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @fourth(%x: f32) attributes {gpu.kernel} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c63, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
