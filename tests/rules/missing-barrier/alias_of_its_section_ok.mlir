// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// With a barrier between the store and the load.
#space = #gpu.address_space<global>
func.func @elsewhere(%l: memref<256xf32, #space>, %v: f32, %i: index) {
  %t = gpu.thread_id x
  memref.store %v, %l[%t] : memref<256xf32, #space>
  %r = memref.load %l[%i] : memref<256xf32, #space>
  return
}
// -----
#space = #gpu.address_space<workgroup>
func.func @here(%l: memref<256xf32, #space>, %v: f32, %i: index) {
  %t = gpu.thread_id x
  memref.store %v, %l[%t] : memref<256xf32, #space>
  gpu.barrier
  %r = memref.load %l[%i] : memref<256xf32, #space>
  return
}
