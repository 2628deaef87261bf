// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Signal and wait under one condition, in one place.
func.func @one_condition(%p: i1, %q: i1, %n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  scf.if %p {
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
