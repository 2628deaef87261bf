// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// In the generic form the numbers of the cases are an attribute: one case leads to the stores, only warp 0 comes there.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  "cf.switch"(%warp)[^end, ^store, ^end] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[0, 1]> : vector<2xi32>, operand_segment_sizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^store:
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>>
  %u = arith.addi %t, %c32 : index
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
