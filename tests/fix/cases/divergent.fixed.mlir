// RUN: fencepost fix --target=gfx942
// The consumer stands where not all threads come: the barrier goes in front of the branch.
func.func @guarded(%lds: memref<256xf32, 3>, %v: f32) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  %p = arith.cmpi ult, %t, %c64 : index
  amdgpu.lds_barrier
  scf.if %p {
    %x = memref.load %lds[%m] : memref<256xf32, 3>
  }
  return
}
