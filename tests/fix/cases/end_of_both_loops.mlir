// RUN: fencepost fix %s --target=gfx942
// Either loop may run no iteration: barriers at the ends of both bodies order the last load, too, those at their begins
// would not.
func.func @swap(%lds: memref<256xf32, 3>, %v: f32, %n: index) -> f32 attributes {known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %t = gpu.thread_id x
  %m = arith.subi %c255, %t : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %lds[%m] : memref<256xf32, 3>
    memref.store %a, %lds[%t] : memref<256xf32, 3>
  }
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.load %lds[%m] : memref<256xf32, 3>
    %s = arith.addf %b, %v : f32
    memref.store %s, %lds[%t] : memref<256xf32, 3>
  }
  %c = memref.load %lds[%m] : memref<256xf32, 3>
  return %c : f32
}
