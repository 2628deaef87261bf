// RUN: fencepost fix --target=gfx942
// Written and read in a loop: one direction within an iteration, the other round the loop.
func.func @k(%lds: memref<256xf32, 3>, %g: memref<256xf32>, %v: f32, %n: index, %p: i1) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  scf.for %i = %c0 to %n step %c1 {
    amdgpu.lds_barrier
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    amdgpu.lds_barrier
    %x = memref.load %lds[%m] : memref<256xf32, 3>
    "test.use"(%x) : (f32) -> ()
  }
  return
}
