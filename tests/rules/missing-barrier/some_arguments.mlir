// RUN: fencepost lint %s --verify-diagnostics
// The read lies a multiple of 64 elements behind the write: with a %shift of 1, a thread reads what another one wrote.
func.func @shifted(%v: f32, %shift: index) -> f32
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %step = arith.constant 64 : index
  %lds = memref.alloc() : memref<256xf32, 3>
  %tid = gpu.thread_id x
  memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  %steps = arith.muli %shift, %step : index
  %i = arith.addi %tid, %steps : index
  // expected-warning@below {{missing-barrier: missing barrier: %lds is read before line 8 writes it}}
  %r = memref.load %lds[%i] : memref<256xf32, 3>
  return %r : f32
}
