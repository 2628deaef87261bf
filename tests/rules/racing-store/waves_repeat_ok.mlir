// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each wave has a tile of its own.
#ws = #gpu.address_space<workgroup>
func.func @tile(%g: memref<128xf32>) -> f32 attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, #ws>
  %tid = gpu.thread_id x
  %v = memref.load %g[%tid] : memref<128xf32>
  memref.store %v, %lds[%tid] : memref<128xf32, #ws>
  gpu.barrier memfence [#ws]
  %c0 = arith.constant 0 : index
  %r = memref.load %lds[%c0] : memref<128xf32, #ws>
  return %r : f32
}
