// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The loop for up to two tiles that are left over, of blocks.
func.func @remainder_blocks(%n: index, %g: memref<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.subi %c127, %t : index
  %rest = arith.remsi %n, %c3 : index
  %whole = arith.subi %n, %rest : index
  cf.br ^head(%whole : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %v = memref.load %g[%t] : memref<?xf32>
  // expected-error@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
  memref.store %v, %m[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %m[%r] : memref<128xf32, #gpu.address_space<workgroup>> // expected-note {{read here, in the iteration before}}
  memref.store %x, %g[%t] : memref<?xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^exit:
  return
}
