// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A block of one row: each thread reads what it has written.
func.func @lanes_and_x(%lds: memref<1024xf32, 3>, %v: f32) -> f32 attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c64 = arith.constant 64 : index
  %x = gpu.thread_id x
  %lane = gpu.lane_id
  %subgroup = gpu.subgroup_id : index
  %first = arith.muli %subgroup, %c64 : index
  %linear = arith.addi %first, %lane : index
  memref.store %v, %lds[%linear] : memref<1024xf32, 3>
  %0 = memref.load %lds[%x] : memref<1024xf32, 3>
  return %0 : f32
}
