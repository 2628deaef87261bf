// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The same loops with a barrier in front.
func.func @odd(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %c4 : index
  cf.cond_br %more, ^body, ^end
^body:
  %m = arith.remui %i, %c2 : index
  %leaves = arith.cmpi eq, %m, %c1 : index
  cf.cond_br %leaves, ^end, ^rest
^rest:
  %v = memref.load %A[%rev] : memref<64xf32, #gpu.address_space<workgroup>>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n : index)
^end:
  return
}
// -----
func.func @even(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %c4 : index
  cf.cond_br %more, ^body, ^end
^body:
  %m = arith.remui %i, %c2 : index
  %leaves = arith.cmpi eq, %m, %c0 : index
  cf.cond_br %leaves, ^end, ^rest
^rest:
  %v = memref.load %A[%rev] : memref<64xf32, #gpu.address_space<workgroup>>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n : index)
^end:
  return
}
