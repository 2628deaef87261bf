// RUN: fencepost fix --target=gfx1250
// The signal goes right behind the store, so that the load from global memory overlaps with the wait.
func.func @overlap(%lds: memref<256xf32, 3>, %g: memref<256xf32>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  %a = memref.load %g[%t] : memref<256xf32>
  %b = arith.mulf %a, %a : f32
  rocdl.s.barrier.wait id = -1
  %x = memref.load %lds[%m] : memref<256xf32, 3>
  %r = arith.addf %x, %b : f32
  return %r : f32
}
