// RUN: fencepost fix --target=gfx942
// The barrier in the loop closes what comes round; only the way into the loop lacks one, written as the kernel writes them.
func.func @enter(%lds: memref<256xf32, 3>, %v: f32, %n: index) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %lds[%m] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %x, %lds[%t] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
  }
  return
}
