// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two ways lead to the store, and none of them excludes it: all threads store values of their own to one element.
func.func @ways(%values: memref<128xf32>, %p: i1, %q: i1, %r: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %first = arith.constant 0 : index
  %v = memref.load %values[%tid] : memref<128xf32>
  cf.cond_br %p, ^one, ^other
^one:
  cf.cond_br %q, ^end, ^meet
^other:
  cf.cond_br %q, ^end, ^meet
^meet:
  cf.cond_br %r, ^store, ^end
^store:
  // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds}} expected-note@below {{written here}}
  memref.store %v, %lds[%first] : memref<128xf32, 3>
  cf.br ^end
^end:
  return
}
