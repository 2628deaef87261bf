// RUN: fencepost lint %s --verify-diagnostics
// A loop with several ways out, of which two lie behind a choice: on the way from the write out of the loop a barrier is passed.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%choices: memref<64xi1>, %p: i1, %v: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<512xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %tid = gpu.thread_id x
  cf.br ^head(%c0 : index)
^head(%i: index):
  %next = arith.addi %i, %c1 : index
  cf.cond_br %p, ^first, ^latch
^first:
  %b = memref.load %choices[%i] : memref<64xi1>
  cf.cond_br %b, ^second, ^out
^second:
  memref.store %v, %m[%c5] : memref<512xf32, 3>
  %c = memref.load %choices[%next] : memref<64xi1>
  cf.cond_br %c, ^latch, ^out
^latch:
  gpu.barrier
  %d = memref.load %choices[%c5] : memref<64xi1>
  cf.cond_br %d, ^out, ^head(%next : index)
^out:
  gpu.barrier
  memref.store %v, %m[%tid] : memref<512xf32, 3>
  return
}
