// RUN: fencepost lint %s --verify-diagnostics
// All threads are taken to meet before a mapped forall and behind it. MLIR's own lowering places a barrier behind it only: that nothing else orders the two is told.
// fencepost: target=gfx942 block=128,1,1
// expected-information@below {{missing-barrier: all threads are taken to meet before and behind a mapped scf.forall, and nothing else orders 1 pair of accesses}}
func.func @filled_before(%m: memref<128xi32, 3>, %value: i32) {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %there = arith.subi %last, %tid : index
  memref.store %value, %m[%there] : memref<128xi32, 3>
  scf.forall (%i) in (128) {
    %read = memref.load %m[%i] : memref<128xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  return
}
// -----
// fencepost: target=gfx942 block=128,1,1
// expected-information@below {{missing-barrier: all threads are taken to meet before and behind a mapped scf.forall, and nothing else orders 1 pair of accesses}}
func.func @exchanged(%m: memref<128xi32, 3>) {
  %last = arith.constant 127 : index
  scf.forall (%i) in (128) {
    %here = arith.index_cast %i : index to i32
    memref.store %here, %m[%i] : memref<128xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i) in (128) {
    %there = arith.subi %last, %i : index
    %read = memref.load %m[%there] : memref<128xi32, 3>
  } {mapping = [#gpu.thread<x>]}
  return
}
