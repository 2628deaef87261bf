// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Text of a compiler between two modules is passed over and counted; both kernels are analysed.
gpu.module @kernels {
  gpu.func @one(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
// expected-information@below {{syntax-error: 1 line that is no MLIR is passed over}}
error: failed to legalize operation 'foo'; see the current operation
func.func @two(%v: f32, %lds: memref<256xf32, 3>) {
  %tid = gpu.thread_id x
  memref.store %v, %lds[%tid] : memref<256xf32, 3>
  return
}
