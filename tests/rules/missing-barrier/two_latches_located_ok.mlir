// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// It runs once: there is no next iteration. Two ways lead round the loop, and both add one. Each has a location of its own.
func.func @two_latches(%p: i1, %f: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %times : index
  cf.cond_br %more, ^body, ^end
^body:
  %v = memref.load %A[%rev] : memref<64xf32, #gpu.address_space<workgroup>>
  %n = arith.addi %i, %c1 : index loc("k.py":1:1)
  cf.cond_br %p, ^head(%n : index), ^rest
^rest:
  gpu.barrier
  memref.store %f, %A[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  %m = arith.addi %i, %c1 : index loc("k.py":2:1)
  cf.br ^head(%m : index)
^end:
  return
}
