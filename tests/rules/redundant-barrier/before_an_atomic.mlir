// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every thread reads back what it has stored itself: nobody else looks at it behind the barrier.
func.func @publish(%out: memref<256xf32>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %tid = gpu.thread_id x
  memref.store %v, %out[%tid] : memref<256xf32>
  // expected-warning@below {{redundant-barrier}}
  gpu.barrier
  %r = memref.load %out[%tid] : memref<256xf32>
  return %r : f32
}
