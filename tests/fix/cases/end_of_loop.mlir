// RUN: fencepost fix %s --target=gfx942
// The barrier at the end of each iteration orders the next one, and what follows the loop.
func.func @k(%lds: memref<256xf32, 3>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %lds[%m] : memref<256xf32, 3>
    memref.store %v, %lds[%t] : memref<256xf32, 3>
  }
  memref.store %v, %lds[%m] : memref<256xf32, 3>
  return
}
