// RUN: fencepost lint %s --verify-diagnostics
// parts: some
// Barriers of workgroup memory end intervals even where global memory is written on both sides: nothing here would order that.
func.func @kernel(%out: memref<64xf32>, %x: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%tid] : memref<64xf32>
  memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %a = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  memref.store %a, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %out[%other] : memref<64xf32>
  amdgpu.lds_barrier
  %b = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
