// RUN: fencepost lint %s --verify-diagnostics
// The caller passes multiples of 16: with 32, a thread reads what one of the next wave wrote.
func.func @shifted(%v: f32, %shift: index {tt.divisibility = 16 : i32}) -> f32
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<256xf32, 3>
  %tid = gpu.thread_id x
  memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  %i = arith.addi %tid, %shift : index
  // expected-warning@below {{missing-barrier: missing barrier: %lds is read before line 7 writes it}}
  %r = memref.load %lds[%i] : memref<256xf32, 3>
  return %r : f32
}
