// RUN: fencepost fix --target=gfx942
// A bare barrier does not wait for the store: the data must have landed before it.
func.func @bare(%lds: memref<256xf32, 3>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  rocdl.s.barrier
  %x = memref.load %lds[%m] : memref<256xf32, 3>
  return %x : f32
}
