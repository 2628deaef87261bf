// RUN: fencepost lint %s --verify-diagnostics
// One case leaves, which is not that of the first two warps: the first one writes the bytes of the second.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  // expected-note@below {{not all threads take this way}}
  cf.switch %warp : i32, [
    default: ^store,
    2: ^end
  ]
^store:
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %u = arith.addi %t, %c32 : index
  // expected-error@below {{missing-barrier: memref.store may write %x}}
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
