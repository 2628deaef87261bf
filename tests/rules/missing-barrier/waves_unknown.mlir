// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// No chip is named and nothing tells how many lanes a wave has. With 64, these read what lanes of their own wave have
// written: a warning, which names the reason. Between threads 64 apart there is no doubt.
func.func @near(%v: f32, %out: memref<128xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c32 = arith.constant 32 : index
  %lds = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  // expected-note@below {{written here}}
  memref.store %v, %lds[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  %other = arith.xori %t, %c32 : index
  // expected-warning@below {{missing-barrier}}
  %x = memref.load %lds[%other] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<128xf32>
  return
}
func.func @far(%v: f32, %out: memref<128xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c64 = arith.constant 64 : index
  %lds = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  // expected-note@below {{written here}}
  memref.store %v, %lds[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  %other = arith.xori %t, %c64 : index
  // expected-error@below {{missing-barrier}}
  %x = memref.load %lds[%other] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<128xf32>
  return
}
func.func @all(%v: f32, %out: memref<128xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %lds = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  // expected-note@below {{written here}}
  memref.store %v, %lds[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  // expected-error@below {{missing-barrier}}
  %x = memref.load %lds[%c0] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<128xf32>
  return
}
