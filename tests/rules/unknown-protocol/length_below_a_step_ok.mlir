// RUN: fencepost lint %s --verify-diagnostics
// The barrier stands behind the loop, where it runs whatever %n is.
// fencepost: target=gfx1030 block=64,1,1
func.func @kernel(%n: index, %p: i1, %val: f32) attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  cf.br ^head(%c0 : index)
  ^head(%i: index):
  %goes_on = arith.cmpi slt, %i, %n : index
  cf.cond_br %goes_on, ^asked, ^behind
  ^asked:
  cf.cond_br %p, ^behind, ^body
  ^body:
  %rest = arith.remui %i, %c2 : index
  %odd = arith.cmpi eq, %rest, %c1 : index
  %far = arith.addi %i, %c2 : index
  cf.cond_br %odd, ^head(%far : index), ^even
  ^even:
  memref.store %val, %lds[%tid] : memref<64xf32, 3>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
  ^behind:
  amdgpu.lds_barrier
  %first = arith.cmpi ult, %tid, %c32 : index
  cf.cond_br %first, ^end, ^other
  ^other:
  %rev = arith.subi %last, %tid : index
  memref.store %val, %lds[%rev] : memref<64xf32, 3>
  cf.br ^end
  ^end:
  return
}
