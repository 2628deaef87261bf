// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The first half of a scan over a tree, as lowering makes blocks of a `while` over two numbers: one halves and tells which
// threads work, the other doubles and tells how far apart their elements lie.
func.func @up_sweep_in_blocks(%g: memref<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %t = gpu.thread_id x
  %even = arith.muli %t, %c2 : index
  %odd = arith.addi %even, %c1 : index
  %above = arith.addi %even, %c2 : index
  %v = memref.load %g[%t] : memref<?xf32>
  memref.store %v, %m[%even] : memref<256xf32, #gpu.address_space<workgroup>>
  memref.store %v, %m[%odd] : memref<256xf32, #gpu.address_space<workgroup>>
  cf.br ^head(%c128, %c1 : index, index)
^head(%d: index, %o: index):
  %more = arith.cmpi ugt, %d, %c0 : index
  cf.cond_br %more, ^body(%d, %o : index, index), ^exit
^body(%working: index, %apart: index):
  gpu.barrier
  %works = arith.cmpi ult, %t, %working : index
  cf.cond_br %works, ^add, ^next
^add:
  %l = arith.muli %odd, %apart : index
  %left = arith.subi %l, %c1 : index
  %r = arith.muli %above, %apart : index
  %right = arith.subi %r, %c1 : index
  %x = memref.load %m[%left] : memref<256xf32, #gpu.address_space<workgroup>>
  %y = memref.load %m[%right] : memref<256xf32, #gpu.address_space<workgroup>>
  %s = arith.addf %x, %y : f32
  memref.store %s, %m[%right] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  cf.br ^next
^next:
  %half = arith.shrui %working, %c1 : index
  %twice = arith.shli %apart, %c1 : index
  cf.br ^head(%half, %twice : index, index)
^exit:
  // expected-error@below {{missing-barrier: memref.load may read %m}}
  %z = memref.load %m[%odd] : memref<256xf32, #gpu.address_space<workgroup>>
  memref.store %z, %g[%t] : memref<?xf32>
  return
}
