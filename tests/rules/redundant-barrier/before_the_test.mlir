// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The body runs once, between the barrier before the test and the same barrier before the last test. Nothing in front of the loop needs the first of the two; what is
// stored in the body is read behind the loop, far from any other thread's element.
// fencepost: block=128,1,1
func.func @once(%v: f32) -> f32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %w = scf.while (%i = %c0) : (index) -> index {
    gpu.barrier // expected-warning {{redundant-barrier}}
    %more = arith.cmpi ult, %i, %c1 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %v, %tile[%tid] : memref<128xf32, 3>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %x = memref.load %tile[%tid] : memref<128xf32, 3>
  return %x : f32
}
