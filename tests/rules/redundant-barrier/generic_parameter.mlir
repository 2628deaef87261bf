// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A launch enters the function: what its parameters name is no workgroup memory, so there is none that the barriers could order.
func.func @exchange(%p: memref<?xf32>, %v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  memref.store %v, %p[%tid] : memref<?xf32>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  %0 = memref.load %p[%rev] : memref<?xf32>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  return %0 : f32
}
