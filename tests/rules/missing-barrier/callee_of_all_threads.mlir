// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every call gives the function one tile for all threads, and each thread a value of its own: inside of it addresses are as certain as in the kernel.
func.func private @exchange(%tile: memref<128xf32, 3>, %mine: f32) -> f32 {
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  memref.store %mine, %tile[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier}}
  %theirs = memref.load %tile[%other] : memref<128xf32, 3>
  return %theirs : f32
}
func.func @kernel(%in: memref<128xf32>) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %mine = memref.load %in[%tid] : memref<128xf32>
  %theirs = func.call @exchange(%tile, %mine) : (memref<128xf32, 3>, f32) -> f32
  return %theirs : f32
}
