// RUN: fencepost lint %s --verify-diagnostics
// A loop stores one way in iteration 0, the other way in iteration 1, and is left there: the same condition has another value in the last iteration.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^body, ^behind
^body:
  %half = arith.remui %i, %c2 : index
  %odd = arith.cmpi ne, %half, %c0 : index
  cf.cond_br %odd, ^straight, ^turned
^straight:
  memref.store %f, %m[%tid] : memref<64xf32, 3> // expected-warning {{missing-barrier}}
  cf.br ^both
^turned:
  %r = arith.subi %last, %tid : index
  memref.store %f, %m[%r] : memref<64xf32, 3> // expected-note {{written here}}
  cf.br ^both
^both:
  cf.cond_br %odd, ^behind, ^next
^next:
  %k = arith.addi %i, %c1 : index
  cf.br ^loop(%k : index)
^behind:
  return
}
