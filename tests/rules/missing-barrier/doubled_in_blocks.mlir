// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// A scan by doubling, as lowering makes blocks of a `while`: the body has arguments of its own, to which the head passes
// on what it was given. The counter doubles, so that the distance is known in each of the seven iterations.
func.func @doubled_in_blocks(%g: memref<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %t = gpu.thread_id x
  %own = arith.addi %t, %c128 : index
  %v = memref.load %g[%t] : memref<?xf32>
  memref.store %zero, %m[%t] : memref<256xf32, #gpu.address_space<workgroup>>
  memref.store %v, %m[%own] : memref<256xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  cf.br ^head(%c1 : index)
^head(%d: index):
  %more = arith.cmpi ult, %d, %c128 : index
  cf.cond_br %more, ^body(%d : index), ^exit
^body(%e: index):
  %reach = arith.cmpi uge, %t, %e : index
  cf.cond_br %reach, ^take, ^leave(%zero : f32)
^take:
  %at = arith.subi %own, %e : index
  %x = memref.load %m[%at] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{read here}}
  cf.br ^leave(%x : f32)
^leave(%y: f32):
  %o = memref.load %m[%own] : memref<256xf32, #gpu.address_space<workgroup>>
  %s = arith.addf %o, %y : f32
  // expected-error@below {{missing-barrier: memref.store may overwrite %m}}
  memref.store %s, %m[%own] : memref<256xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %next = arith.shli %e, %c1 : index
  cf.br ^head(%next : index)
^exit:
  %r = memref.load %m[%own] : memref<256xf32, #gpu.address_space<workgroup>>
  memref.store %r, %g[%t] : memref<?xf32>
  return
}
