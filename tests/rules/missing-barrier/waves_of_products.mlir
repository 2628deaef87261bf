// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Only chips with waves of 64 lanes have this product. Lanes of the second wave read what the first one writes.
func.func @k(%a: f32, %b: f32, %c: vector<4xf32>, %out: memref<128xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c64 = arith.constant 64 : index
  %lds = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %p = amdgpu.mfma 16x16x4 %a * %b + %c blgp = none : f32, f32, vector<4xf32>
  %v = vector.extract %p[0] : f32 from vector<4xf32>
  // expected-note@below {{written here}}
  memref.store %v, %lds[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  %other = arith.xori %t, %c64 : index
  // expected-error@below {{missing-barrier: missing barrier: %lds is read before line 11 writes it}}
  %x = memref.load %lds[%other] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<128xf32>
  return
}
