// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two tests exclude each other: no run comes to the store, although an exit between them makes the blocks no diamonds.
func.func @exits(%values: memref<128xf32>, %p: i1, %q: i1, %stop: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %first = arith.constant 0 : index
  %true = arith.constant true
  %v = memref.load %values[%tid] : memref<128xf32>
  cf.cond_br %p, ^end, ^test
^test:
  %not = arith.xori %p, %true : i1
  cf.cond_br %not, ^meet, ^more
^more:
  cf.cond_br %q, ^leave, ^store
^leave:
  cf.cond_br %stop, ^end, ^store
^store:
  memref.store %v, %lds[%first] : memref<128xf32, 3>
  cf.br ^meet
^meet:
  cf.br ^end
^end:
  return
}
