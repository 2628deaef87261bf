// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// One thread tells other workgroups that the tile is there: the barrier makes sure that all of this one's threads have stored their part.
func.func @publish(%out: memref<256xf32>, %arrived: memref<1xi32>, %v: f32) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %tid = gpu.thread_id x
  memref.store %v, %out[%tid] : memref<256xf32>
  gpu.barrier
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    %old = memref.atomic_rmw addi %c1, %arrived[%c0] : (i32, memref<1xi32>) -> i32
  }
  return
}
