// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What a compiler says of a text stands around it: the place, the line that it quotes, and the mark below that line.
// expected-information@below {{syntax-error: 9 lines that are no MLIR are passed over}}
/home/me/kernel.mlir:5:7: error: 'memref.store' op isn't possible here (see below
      memref.store %v, %lds[%tid] : memref<256xf32>
      ^~~~
loc("kernel.mlir":5:7): note: called 'here'
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
loc("kernel.mlir":5:7): note: called 'here'
kernel.mlir:9:3: remark: it's `unused`
func.func @behind(%v: f32) {
  return
}
kernel.mlir:10:3: warning: 'scf.for' op: nobody closes the brace of the line
  scf.for %i = %c0 to %c4 step %c1 {
  ^
