// RUN: fencepost lint %s --verify-diagnostics
// The case of the middle warp leaves: the first and the last one write bytes of their own.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  cf.switch %warp : i32, [
    default: ^store,
    1: ^end
  ]
^store:
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>>
  %u = arith.addi %t, %c32 : index
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
