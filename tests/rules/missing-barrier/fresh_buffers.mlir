// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two names of one global are one buffer.
memref.global "private" @a : memref<256xf32, 3>
memref.global "private" @b : memref<256xf32, 3>
func.func @globals(%v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %a = memref.get_global @a : memref<256xf32, 3>
  %b = memref.get_global @a : memref<256xf32, 3>
  memref.store %v, %a[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: memref.load may read %b}}
  %r = memref.load %b[%other] : memref<256xf32, 3>
  return %r : f32
}
