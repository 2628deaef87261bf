// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The stores write two constants to the element: the one that comes last stays.
func.func @clear(%i: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  // expected-note@below {{written here}}
  memref.store %zero, %lds[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  // expected-error@below {{missing-barrier: memref.store may write %lds before another thread's memref.store on line 9 has written it}}
  memref.store %one, %lds[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
