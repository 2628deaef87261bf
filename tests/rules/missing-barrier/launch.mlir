// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The body of a gpu.launch is a kernel; its constants give the block.
func.func @host(%v: f32) {
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
      workgroup(%lds : memref<256xf32, 3>) {
    %other = arith.subi %c255, %tx : index
    memref.store %v, %lds[%tx] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.terminator
  }
  return
}
