// RUN: fencepost lint %s --verify-diagnostics
// A loop with two latches is left where %p does not hold: what stands behind that test runs where it holds, as the load in front of the loop does.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%p: i1, %q: i1, %f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  %turned = arith.subi %last, %tid : index
  cf.cond_br %p, ^load, ^loop(%c0 : index)
^load:
  %v = memref.load %m[%tid] : memref<64xf32, 3> // expected-note {{read here}}
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^body, ^behind
^body:
  cf.cond_br %p, ^stays, ^behind
^stays:
  cf.cond_br %q, ^store, ^skip
^store:
  memref.store %f, %m[%turned] : memref<64xf32, 3> // expected-warning {{missing-barrier}}
  cf.br ^next
^skip:
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^loop(%j : index), ^next
^next:
  %k = arith.addi %i, %c1 : index
  cf.br ^loop(%k : index)
^behind:
  return
}
