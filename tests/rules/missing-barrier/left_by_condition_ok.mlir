// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The loop is left behind its store where %p holds, which it does not here: each store is followed by the barrier.
// fencepost: block=128,1,1
func.func @left(%v: f32, %p: i1) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 127 : index
  %true = arith.constant true
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %mirror = arith.subi %last, %tid : index
  %not = arith.xori %p, %true : i1
  cf.cond_br %not, ^head(%c0 : index), ^behind
^head(%i: index):
  %more = arith.cmpi slt, %i, %c4 : index
  cf.cond_br %more, ^body, ^behind
^body:
  memref.store %v, %tile[%tid] : memref<128xf32, 3>
  cf.cond_br %p, ^behind, ^on
^on:
  gpu.barrier
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^behind:
  %x = memref.load %tile[%mirror] : memref<128xf32, 3>
  return
}
