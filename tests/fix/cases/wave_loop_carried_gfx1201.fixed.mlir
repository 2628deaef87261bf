// RUN: fencepost fix --target=gfx1201
// Written and read in a loop: one direction within an iteration, the other round the loop.
func.func @k(%lds: memref<256xf32, 3>, %g: memref<256xf32>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  rocdl.s.barrier.signal id = -1
  scf.for %i = %c0 to %n step %c1 {
    rocdl.s.barrier.wait id = -1
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %x = memref.load %lds[%m] : memref<256xf32, 3>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    "test.use"(%x) : (f32) -> ()
  }
  rocdl.s.barrier.wait id = -1
  return
}
