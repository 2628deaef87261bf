// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The host calls the function, before the launch: its result is one value for all threads.
func.func private @flag(%a: memref<256xi32>, %t: index) -> i1 {
  %c0 = arith.constant 0 : i32
  %v = memref.load %a[%t] : memref<256xi32>
  %p = arith.cmpi eq, %v, %c0 : i32
  return %p : i1
}
func.func @host(%v: f32, %a: memref<256xi32>, %out: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %p = func.call @flag(%a, %c1) : (memref<256xi32>, index) -> i1
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) workgroup(%lds : memref<256xf32, #gpu.address_space<workgroup>>) {
    %other = arith.subi %c255, %tx : index
    scf.if %p {
      memref.store %v, %lds[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%tx] : memref<256xf32>
    }
    gpu.terminator
  }
  return
}
