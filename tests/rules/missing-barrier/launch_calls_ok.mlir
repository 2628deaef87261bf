// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The same with a barrier.
func.func private @place() -> (index, index) {
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  return %x, %y : index, index
}
func.func @host(%v: f32, %n: index, %m: index, %out: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %m, %sz = %c1) workgroup(%lds : memref<256xf32, #gpu.address_space<workgroup>>) {
    %x, %y = func.call @place() : () -> (index, index)
    memref.store %v, %lds[%x] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = memref.load %lds[%x] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %r, %out[%y] : memref<256xf32>
    gpu.terminator
  }
  return
}
