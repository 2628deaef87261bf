// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// One case of a switch on the warp leads to the stores: only warp 0 comes there.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  cf.switch %warp : i32, [
    default: ^end,
    0: ^store,
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
