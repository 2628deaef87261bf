// RUN: fencepost lint %s --verify-diagnostics
// Where %p holds, a first iteration leaves the kernel; the load runs where %p holds and the loops have iterations. No numbers for %p and %n let it meet the store, so that it is no certain error.
// fencepost: target=gfx942 block=128,1,1
func.func @left(%v: f32, %p: i1, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 127 : index
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  memref.store %v, %tile[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  cf.cond_br %p, ^end, ^on
^on:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^behind:
  cf.cond_br %p, ^loads(%c0 : index), ^end
^loads(%k: index):
  %again = arith.cmpi slt, %k, %n : index
  cf.cond_br %again, ^load, ^end
^load:
  %mirror = arith.subi %last, %tid : index
  %x = memref.load %tile[%mirror] : memref<128xf32, 3> // expected-warning {{missing-barrier}}
  %after = arith.addi %k, %c1 : index
  cf.br ^loads(%after : index)
^end:
  return
}
