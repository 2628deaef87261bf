// RUN: fencepost lint %s --verify-diagnostics
// Each thread reads what it has written itself.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%p: i1, %f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<128xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tid = gpu.thread_id x
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %more = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %more, ^body, ^behind
^body:
  cf.cond_br %p, ^out, ^next
^next:
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j : index)
^behind:
  cf.cond_br %p, ^load, ^out
^load:
  %v = memref.load %m[%tid] : memref<128xf32, 3>
  cf.br ^out
^out:
  return
}
