// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// With the barrier it is in order.
func.func @host(%v: f32) {
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
      workgroup(%lds : memref<256xf32, 3>) {
    %other = arith.subi %c255, %tx : index
    memref.store %v, %lds[%tx] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.terminator
  }
  return
}
