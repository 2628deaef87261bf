// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// With a barrier between them.
func.func @k(%i: index, %j: index, %f: i32, %out: memref<128xi32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<128xi32, 3>
  %tid = gpu.thread_id x
  %a = memref.load %out[%tid] : memref<128xi32>
  %b = arith.index_cast %a : i32 to index
  %r = memref.atomic_rmw addi %f, %A[%b] : (i32, memref<128xi32, 3>) -> i32
  gpu.barrier
  memref.store %f, %A[%tid] : memref<128xi32, 3>
  memref.store %r, %out[%tid] : memref<128xi32>
  return
}
