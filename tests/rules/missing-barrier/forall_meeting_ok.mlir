// RUN: fencepost lint %s --verify-diagnostics
// A barrier of one's own orders the two whatever becomes of the forall. It may be redundant where a barrier is placed in front of the loop, too.
// fencepost: target=gfx942 block=128,1,1
func.func @filled_before(%m: memref<128xi32, 3>, %value: i32) {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %there = arith.subi %last, %tid : index
  memref.store %value, %m[%there] : memref<128xi32, 3>
  // expected-hint@below {{redundant-barrier: gpu.barrier may be redundant: the barrier that scf.forall}}
  gpu.barrier
  scf.forall (%i) in (128) { // expected-note {{usually ordered here}}
    %read = memref.load %m[%i] : memref<128xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  return
}
