// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Two cases of a switch on the warp lead to the stores: warp 0 stores where warp 1 does.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  // expected-note@below {{no barrier can stand between them: not all threads take this way}}
  cf.switch %warp : i32, [
    default: ^end,
    0: ^store,
    1: ^store
  ]
^store:
  // expected-note@below {{written here}}
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>>
  %u = arith.addi %t, %c32 : index
  // expected-error@below {{missing-barrier: memref.store may write %x before another thread's memref.store on line 18 has written it}}
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
