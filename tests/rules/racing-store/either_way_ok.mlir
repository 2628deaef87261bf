// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two ways lead to the store, each with a condition that excludes it: no run comes to the store.
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
  cf.cond_br %q, ^store, ^end
^store:
  memref.store %v, %lds[%first] : memref<128xf32, 3>
  cf.br ^end
^end:
  return
}
