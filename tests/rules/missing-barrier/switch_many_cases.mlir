// RUN: fencepost lint %s --verify-diagnostics
// Twenty cases leave the default to no warp of the three: more cases than are looked at, so nothing is certain.
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  // expected-note@below {{not all threads take this way}}
  cf.switch %warp : i32, [
    default: ^store,
    0: ^end, 1: ^end, 2: ^end, 3: ^end, 4: ^end,
    5: ^end, 6: ^end, 7: ^end, 8: ^end, 9: ^end,
    10: ^end, 11: ^end, 12: ^end, 13: ^end, 14: ^end,
    15: ^end, 16: ^end, 17: ^end, 18: ^end, 19: ^end
  ]
^store:
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %u = arith.addi %t, %c32 : index
  // expected-warning@below {{missing-barrier: memref.store may write %x}}
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
