// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads store values of their own to one element. An exit before the store makes the blocks no diamonds: the conditions of the edges that all paths take still hold.
func.func @exits(%values: memref<128xf32>, %p: i1, %q: i1, %stop: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %first = arith.constant 0 : index
  %true = arith.constant true
  %v = memref.load %values[%tid] : memref<128xf32>
  cf.cond_br %p, ^end, ^test
^test:
  %not = arith.xori %q, %true : i1
  cf.cond_br %not, ^meet, ^more
^more:
  cf.cond_br %q, ^leave, ^store
^leave:
  cf.cond_br %stop, ^end, ^store
^store:
  // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds}} expected-note@below {{written here}}
  memref.store %v, %lds[%first] : memref<128xf32, 3>
  cf.br ^meet
^meet:
  cf.br ^end
^end:
  return
}
