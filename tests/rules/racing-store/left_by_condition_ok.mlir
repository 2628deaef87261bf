// RUN: fencepost lint %s --verify-diagnostics
// A loop is left in its first iteration where %p holds; the store of many threads behind it runs where %p holds, too: no run comes there.
// fencepost: target=sm_90 block=64,1,1
func.func @kernel(%p: i1, %q: i1) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %tid = gpu.thread_id x
  %word = arith.index_cast %tid : index to i32
  %f = arith.sitofp %word : i32 to f32
  cf.cond_br %q, ^clear, ^start
^clear:
  memref.store %f, %m[%tid] : memref<64xf32, 3>
  gpu.barrier
  cf.br ^start
^start:
  cf.cond_br %p, ^loop(%c0 : index), ^end
^loop(%i: index):
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^behind
^body:
  %half = arith.remui %i, %c2 : index
  %odd = arith.cmpi eq, %half, %c1 : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %odd, ^loop(%j : index), ^even
^even:
  cf.cond_br %p, ^end, ^next
^next:
  %k = arith.addi %i, %c1 : index
  cf.br ^loop(%k : index)
^behind:
  // expected-note@+2 {{written here}}
  // expected-information@+1 {{no run is known to come to both}}
  memref.store %f, %m[%c2] : memref<64xf32, 3>
  cf.br ^end
^end:
  return
}
