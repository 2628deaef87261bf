// RUN: fencepost lint %s --verify-diagnostics
// With multiples of the block size a thread reads its own element, or one that nobody wrote.
func.func @shifted(%v: f32, %shift: index {tt.divisibility = 128 : i32}) -> f32
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<256xf32, 3>
  %tid = gpu.thread_id x
  memref.store %v, %lds[%tid] : memref<256xf32, 3>
  %i = arith.addi %tid, %shift : index
  %r = memref.load %lds[%i] : memref<256xf32, 3>
  return %r : f32
}
