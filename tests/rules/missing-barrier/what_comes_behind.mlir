// RUN: fencepost lint %s --verify-diagnostics
// %p chooses whether a barrier comes behind both accesses: that changes nothing for them.
// fencepost: target=sm_90 block=64,1,1
func.func @behind(%n: index, %q: i1, %p: i1, %f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  %turned = arith.subi %last, %tid : index
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  cf.cond_br %q, ^next, ^both
^both:
  %v = memref.load %m[%tid] : memref<64xf32, 3> // expected-note {{read here}} expected-error {{missing-barrier}}
  memref.store %f, %m[%turned] : memref<64xf32, 3> // expected-error {{missing-barrier}} expected-note {{written here}}
  cf.cond_br %q, ^out, ^next
^next:
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j : index)
^behind:
  cf.cond_br %p, ^meet, ^out
^meet:
  gpu.barrier
  %w = memref.load %m[%tid] : memref<64xf32, 3>
  cf.br ^out
^out:
  return
}
