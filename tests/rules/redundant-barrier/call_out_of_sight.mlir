// RUN: fencepost lint %s --verify-diagnostics --target=sm_90
// A function that is given no memory and returns a value computes it.
func.func private @sine(f32) -> f32
func.func @computes(%data: memref<256xf32>, %f: f32) attributes {gpu.kernel} {
  %t = gpu.thread_id x
  memref.store %f, %data[%t] : memref<256xf32>
  // expected-warning@below {{redundant-barrier}}
  gpu.barrier
  %s = func.call @sine(%f) : (f32) -> f32
  memref.store %s, %data[%t] : memref<256xf32>
  return
}
