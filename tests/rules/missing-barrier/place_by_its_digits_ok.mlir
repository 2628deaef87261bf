// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The counters of four loops are the digits of a place: values are found for one after the other.
// fencepost: block=256,1,1
func.func @digits(%buf: memref<1048576xi32, 3>, %out: memref<256xi32>, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %place = arith.constant 676501 : index
  %one = arith.constant 1 : i32
  %tid = gpu.thread_id x
  %is_first = arith.cmpi eq, %tid, %c0 : index
  scf.if %is_first {
    scf.for %i = %c0 to %c32 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        scf.for %k = %c0 to %c32 step %c1 {
          scf.for %l = %c0 to %c32 step %c1 {
            %0 = arith.muli %i, %c32 : index
            %1 = arith.addi %0, %j : index
            %2 = arith.muli %1, %c32 : index
            %3 = arith.addi %2, %k : index
            %4 = arith.muli %3, %c32 : index
            %5 = arith.addi %4, %l : index
            memref.store %one, %buf[%5] : memref<1048576xi32, 3>
          }
        }
      }
    }
  }
  gpu.barrier
  %s = memref.load %buf[%c0] : memref<1048576xi32, 3>
  %r = memref.load %buf[%place] : memref<1048576xi32, 3>
  %sum = arith.addi %r, %s : i32
  memref.store %sum, %out[%tid] : memref<256xi32>
  return
}
