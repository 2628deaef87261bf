// RUN: fencepost lint %s --verify-diagnostics
// Where %p holds the loop is left by the return, which ends the kernel: no run comes to the store and to the load behind the loop. Where it does not, the load is skipped.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%p: i1, %f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<128xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tid = gpu.thread_id x
  memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  cf.br ^loop(%c0, %c1 : index, index)
^loop(%i: index, %n: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  cf.cond_br %p, ^out, ^next
^next:
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j, %n : index, index)
^behind:
  cf.cond_br %p, ^load, ^out
^load:
  %x = arith.addi %tid, %c2 : index
  // expected-warning@below {{missing-barrier: missing barrier? %m is read before line 10 writes it}}
  %v = memref.load %m[%x] : memref<128xf32, 3>
  cf.br ^out
^out:
  return
}
