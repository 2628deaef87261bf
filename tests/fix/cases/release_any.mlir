// RUN: fencepost fix
// Nothing tells which release of MLIR reads it: the barrier is spelled as all since 16 read it.
func.func @exchange(%lds: memref<256xf32, 3>, %f: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %f, %lds[%t] : memref<256xf32, 3>
  %r = memref.load %lds[%m] : memref<256xf32, 3>
  return %r : f32
}
