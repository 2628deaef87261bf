// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// The outer loop runs once, and its counter tells nothing of the reader, which stands behind it: the barrier does.
// fencepost: block=64,1,1
func.func @behind(%v: f32, %n: index, %m: index, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 63 : index
  %tile = memref.alloc() : memref<512xf32, 3>
  %tid = gpu.thread_id x
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  %outer = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %outer, ^inner(%c0 : index), ^reader(%c0 : index)
^inner(%j: index):
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^write, ^next
^write:
  %half = arith.remui %j, %c2 : index
  %row = arith.muli %half, %c128 : index
  %other = arith.subi %last, %tid : index
  %place = arith.addi %row, %other : index
  memref.store %v, %tile[%place] : memref<512xf32, 3>
  %j1 = arith.addi %j, %c1 : index
  cf.br ^inner(%j1 : index)
^next:
  gpu.barrier
  %i1 = arith.addi %i, %c1 : index
  cf.br ^outer(%i1 : index)
^reader(%k: index):
  %reads = arith.cmpi slt, %k, %m : index
  cf.cond_br %reads, ^body, ^end
^body:
  %k1 = arith.addi %k, %c1 : index
  %not_last = arith.cmpi slt, %k1, %m : index
  cf.cond_br %not_last, ^read, ^on
^read:
  %x = memref.load %tile[%tid] : memref<512xf32, 3>
  memref.store %x, %out[%tid] : memref<64xf32>
  cf.br ^on
^on:
  cf.br ^reader(%k1 : index)
^end:
  return
}
