// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The wait has another condition than the signal: whether both hold is not followed.
func.func @two_conditions(%p: i1, %q: i1, %n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  // expected-warning@below {{unbalanced-barrier: arms meet with the workgroup barrier signalled on one path and not on the other: unless a wait}}
  scf.if %p {
    rocdl.s.barrier.signal id = -1 // expected-note {{signalled here}}
  }
  scf.if %q {
    rocdl.s.barrier.wait id = -1
  }
  return
}
