// RUN: fencepost fix --target=sm_90
// Chips of NVIDIA know one width of barrier only.
func.func @neighbour(%lds: memref<256xf32, 3>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  %x = memref.load %lds[%m] : memref<256xf32, 3>
  return %x : f32
}
