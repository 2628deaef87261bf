// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The loop for the tile that is left over, of blocks: it runs once at most, whatever %n is.
func.func @remainder_blocks(%n: index, %g: memref<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.subi %c127, %t : index
  %odd = arith.remsi %n, %c2 : index
  %even = arith.subi %n, %odd : index
  cf.br ^head(%even : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %v = memref.load %g[%t] : memref<?xf32>
  memref.store %v, %m[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %m[%r] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %x, %g[%t] : memref<?xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^exit:
  return
}
