// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// In the generic form the numbers of the cases are an attribute: two cases lead to the stores, one warp writes the bytes of the next.
// fencepost: target=sm_90
func.func @k(%v: f32, %x: memref<256xf32, #gpu.address_space<workgroup>>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 96, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c32 : index
  %warp = arith.index_cast %q : index to i32
  // expected-note@below {{not all threads take this way}}
  "cf.switch"(%warp)[^end, ^store, ^store] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[0, 1]> : vector<2xi32>, operand_segment_sizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^store:
  memref.store %v, %x[%t] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %u = arith.addi %t, %c32 : index
  // expected-error@below {{missing-barrier: memref.store may write %x}}
  memref.store %v, %x[%u] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^end
^end:
  return
}
