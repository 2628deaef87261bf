// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Nothing here calls the function. Whoever does may pass workgroup memory, since the parameter's type names no space.
func.func @exchange(%p: memref<?xf32>, %v: f32) -> f32 {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  memref.store %v, %p[%tid] : memref<?xf32>
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  %0 = memref.load %p[%rev] : memref<?xf32>
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  return %0 : f32
}
