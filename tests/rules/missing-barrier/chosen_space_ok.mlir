// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The store runs where the other buffer is chosen, the load where workgroup memory is.
func.func @chosen(%v: f32, %out: memref<128xf32, 1>, %p: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %tile = memref.memory_space_cast %lds : memref<128xf32, 3> to memref<128xf32>
  %result = memref.memory_space_cast %out : memref<128xf32, 1> to memref<128xf32>
  %one = arith.select %p, %tile, %result : memref<128xf32>
  scf.if %p {
  } else {
    memref.store %v, %one[%tid] : memref<128xf32>
  }
  %r = memref.load %one[%other] : memref<128xf32>
  memref.store %r, %out[%tid] : memref<128xf32, 1>
  return
}
