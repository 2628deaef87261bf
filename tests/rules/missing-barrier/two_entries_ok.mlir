// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A cycle of blocks with two entries is no loop, and blocks in it run again and again. Each thread reads the element that it has stored: that is the same one each time.
func.func @cycle(%values: memref<128xf32>, %p: i1, %choices: memref<64xi1>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.constant 127 : index
  %mirror = arith.subi %last, %tid : index
  %value = memref.load %values[%tid] : memref<128xf32>
  memref.store %value, %tile[%tid] : memref<128xf32, 3>
  cf.cond_br %p, ^left(%zero : index), ^right(%zero : index)
^left(%i: index):
  %read = memref.load %tile[%tid] : memref<128xf32, 3>
  memref.store %read, %values[%tid] : memref<128xf32>
  %next = arith.addi %i, %one : index
  cf.br ^right(%next : index)
^right(%j: index):
  %again = memref.load %choices[%j] : memref<64xi1>
  cf.cond_br %again, ^left(%j : index), ^end
^end:
  return
}
