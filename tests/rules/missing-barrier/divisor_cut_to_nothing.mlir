// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half-typed: the dividend is an i8, in whose bits the divisor 256 is zero, and the loop that it counts is run.
func.func @cut(%v: f32) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %m = memref.alloc() : memref<512xf32, 3>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %c256 = arith.constant 256 : i16
  %c1 = arith.constant 1 : index
  %tid = gpu.thread_id x
  %next_tid = arith.addi %tid, %c1 : index
  cf.br ^head(%zero : i8)
^head(%i: i8):
  %n = arith.divui %i, %c256 : i16
  %more = arith.cmpi ult, %n, %one : i8
  cf.cond_br %more, ^body, ^exit
^body:
  memref.store %v, %m[%tid] : memref<512xf32, 3> // expected-note {{written here}} // expected-error {{next iteration}}
  // expected-error@below {{missing-barrier}} expected-note@below {{in the iteration before}}
  %w = memref.load %m[%next_tid] : memref<512xf32, 3>
  %next = arith.addi %i, %one : i8
  cf.br ^head(%next : i8)
^exit:
  return
}
