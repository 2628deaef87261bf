// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The body runs once; the barrier before the last test orders its store before the load behind the loop, which reads another thread's element.
// fencepost: block=128,1,1
func.func @once(%v: f32) -> f32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 127 : index
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %mirror = arith.subi %last, %tid : index
  %w = scf.while (%i = %c0) : (index) -> index {
    gpu.barrier
    %more = arith.cmpi ult, %i, %c1 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %v, %tile[%tid] : memref<128xf32, 3>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %x = memref.load %tile[%mirror] : memref<128xf32, 3>
  return %x : f32
}
