// RUN: fencepost fix --target=gfx1250
// No access needs the split barrier: its halves and the wait that served it go together.
func.func @alone(%lds: memref<256xf32, 3>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %t = gpu.thread_id x
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  %x = memref.load %lds[%t] : memref<256xf32, 3>
  return %x : f32
}
