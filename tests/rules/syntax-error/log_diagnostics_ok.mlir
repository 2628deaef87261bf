// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The same without the diagnostics, and with the barrier; a text in a string is no diagnostic.
func.func @whole(%v: f32) attributes {gpu.kernel, text = "k.mlir:1:2: error: none", known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  memref.store %v, %lds[%tid] : memref<256xf32, 3>
  gpu.barrier
  %r = memref.load %lds[%other] : memref<256xf32, 3>
  return
}
