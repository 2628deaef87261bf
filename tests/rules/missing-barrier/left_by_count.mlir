// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The loop may not run at all, so that %p may hold behind it.
// fencepost: block=128,1,1
func.func @left(%v: f32, %p: i1, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last = arith.constant 127 : index
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %mirror = arith.subi %last, %tid : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body(%c0 : index), ^behind
^body(%k: index):
  %again = arith.cmpi slt, %k, %n : index
  %up = arith.addi %k, %c1 : index
  cf.cond_br %again, ^body(%up : index), ^test
^test:
  cf.cond_br %p, ^out, ^on
^on:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^behind:
  %x = memref.load %tile[%mirror] : memref<128xf32, 3> // expected-note {{read here}}
  cf.cond_br %p, ^store, ^out
^store:
  // expected-error@below {{missing-barrier}}
  memref.store %v, %tile[%tid] : memref<128xf32, 3>
  cf.br ^out
^out:
  return
}
