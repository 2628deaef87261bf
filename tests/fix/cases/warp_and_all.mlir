// RUN: fencepost fix %s --target=sm_90
// left: two threads of one warp, for which a barrier of all is more than needed. What other warps need is inserted all the same, outside of the loop.
func.func @k(%lds: memref<256xf32, 3>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  %pair = arith.xori %t, %c1 : index
  memref.store %v, %lds[%m] : memref<256xf32, 3>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %lds[%t] : memref<256xf32, 3>
    memref.store %x, %lds[%pair] : memref<256xf32, 3>
  }
  return
}
