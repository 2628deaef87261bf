// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Both buffers that may be chosen are others than the one that was written.
func.func @chosen(%v: f32, %w: f32, %p: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %a = memref.alloc() : memref<128xf32, 3>
  %b = memref.alloc() : memref<128xf32, 3>
  %c = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %one = arith.select %p, %b, %c : memref<128xf32, 3>
  memref.store %v, %a[%tid] : memref<128xf32, 3>
  memref.store %w, %one[%other] : memref<128xf32, 3>
  return
}
