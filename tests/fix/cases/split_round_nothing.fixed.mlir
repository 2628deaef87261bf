// RUN: fencepost fix %s
// fencepost: target=gfx1250 block=64,1,1
// Halves round the loop would hide no more than an index, and take one phase more than the loop has iterations: whole
// pairs stay in it.
func.func @tile(%b: memref<64xf32, 3>, %v: f32, %n: index) -> f32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %v) -> f32 {
    %rev = arith.subi %c63, %tid : index
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    memref.store %v, %b[%tid] : memref<64xf32, 3>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %r = memref.load %b[%rev] : memref<64xf32, 3>
    scf.yield %r : f32
  }
  return %last : f32
}
