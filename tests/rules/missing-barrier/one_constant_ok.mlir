// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Both stores write the same constant to the element: whichever comes last, nobody can tell.
func.func @clear(%i: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %zero, %lds[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %zero, %lds[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
