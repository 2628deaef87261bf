// RUN: fencepost fix --target=gfx950
// The producer stands in the loop, the consumer behind it.
func.func @k(%lds: memref<256xf32, 3>, %g: memref<256xf32>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %lds[%t] : memref<256xf32, 3>
  }
  %x = memref.load %lds[%m] : memref<256xf32, 3>
  return
}
