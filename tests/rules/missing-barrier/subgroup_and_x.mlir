// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The block may have rows: then thread (1, 5) reads what thread (1, 0) of another subgroup writes.
func.func @lanes_and_x(%lds: memref<1024xf32, 3>, %v: f32) -> f32 attributes {gpu.kernel} {
  %c64 = arith.constant 64 : index
  %x = gpu.thread_id x
  %lane = gpu.lane_id
  %subgroup = gpu.subgroup_id : index
  %first = arith.muli %subgroup, %c64 : index
  %linear = arith.addi %first, %lane : index
  memref.store %v, %lds[%linear] : memref<1024xf32, 3> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier: memref.load may read %lds}}
  %0 = memref.load %lds[%x] : memref<1024xf32, 3>
  return %0 : f32
}
