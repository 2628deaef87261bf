// RUN: fencepost lint %s --verify-diagnostics --target gfx942
// With signs, 0 is not less than -4: the loop never runs.
// fencepost: block=256,1,1
func.func @below_zero(%lds: memref<256xf32, 3>, %out: memref<256xf32>, %v: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %end = arith.constant -4 : i32
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  memref.store %v, %lds[%tid] : memref<256xf32, 3>
  scf.for %i = %c0 to %end step %c1 : i32 {
    %r = memref.load %lds[%rev] : memref<256xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32>
  }
  return
}
