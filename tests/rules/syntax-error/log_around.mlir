// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Lines of a log that begin with signs and digits are passed over; what is damaged stays in the function that is cut off.
// expected-information@below {{syntax-error: 8 lines that are no MLIR are passed over}}
+ mlir-opt kernel.mlir
[1/3] compile (it's slow
2026-11-22 12:00:01 INFO started
0.123s pass
<<<<
=====
pass.py:12: warning: deprecated (see
starting
// expected-error@below {{syntax-error: this '{' is never closed}}
func.func @cut(%v: f32, %lds: memref<256xf32, 3>) {
  %tid = gpu.thread_id x
func.func @whole(%v: f32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier}}
  %r = memref.load %lds[%other] : memref<256xf32, 3>
  return
}
