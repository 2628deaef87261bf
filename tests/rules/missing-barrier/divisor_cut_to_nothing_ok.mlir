// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The same, and each thread reads what it has written itself.
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
  memref.store %v, %m[%tid] : memref<512xf32, 3>
  %w = memref.load %m[%tid] : memref<512xf32, 3>
  %next = arith.addi %i, %one : i8
  cf.br ^head(%next : i8)
^exit:
  return
}
