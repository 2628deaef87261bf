// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// Four loops run up to one argument: with the same count for all of them they come to the place that is read.
// fencepost: block=256,1,1
func.func @digits(%buf: memref<65536xi32, 3>, %out: memref<256xi32>, %n: index) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %place = arith.constant 39321 : index
  %one = arith.constant 1 : i32
  %tid = gpu.thread_id x
  %is_first = arith.cmpi eq, %tid, %c0 : index
  scf.if %is_first {
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        scf.for %k = %c0 to %n step %c1 {
          scf.for %l = %c0 to %n step %c1 {
            %0 = arith.muli %i, %c16 : index
            %1 = arith.addi %0, %j : index
            %2 = arith.muli %1, %c16 : index
            %3 = arith.addi %2, %k : index
            %4 = arith.muli %3, %c16 : index
            %5 = arith.addi %4, %l : index
            memref.store %one, %buf[%5] : memref<65536xi32, 3>
          }
        }
      }
    }
  }
  gpu.barrier
  %r = memref.load %buf[%place] : memref<65536xi32, 3>
  memref.store %r, %out[%tid] : memref<256xi32>
  return
}
