// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The same without the log and the function that is cut off, and with the barrier.
func.func @whole(%v: f32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  memref.store %v, %lds[%tid] : memref<256xf32, 3>
  gpu.barrier
  %r = memref.load %lds[%other] : memref<256xf32, 3>
  return
}
