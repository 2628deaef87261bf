// RUN: fencepost fix %s --target=gfx1201
// The wait for the loads would have to stand in the loop: a barrier behind it does, where all waves come by.
func.func @k(%lds: memref<256xf32, 3>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  %few = arith.cmpi ult, %t, %c32 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %lds[%m] : memref<256xf32, 3>
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
  }
  scf.if %few {
    memref.store %v, %lds[%t] : memref<256xf32, 3>
  }
  return
}
