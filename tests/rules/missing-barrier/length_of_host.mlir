// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Each thread loads an offset of its own: two threads may have the same place.
func.func private @prepare(memref<?xindex>)
func.func @host(%sizes: memref<?xindex>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  func.call @prepare(%sizes) : (memref<?xindex>) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
      workgroup(%tile : memref<1024xf32, 3>) {
    %offset = memref.load %sizes[%tx] : memref<?xindex>
    %mine = arith.addi %offset, %tx : index
    memref.store %v, %tile[%mine] : memref<1024xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %tile}}
    %r = memref.load %tile[%mine] : memref<1024xf32, 3>
    gpu.terminator
  }
  return
}
