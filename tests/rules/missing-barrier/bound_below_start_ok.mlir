// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// Where the loop does not run, %n + 1 is 1 or 2; where it does, its barrier orders the two.
// fencepost: block=256,1,1
func.func @counted(%buf: memref<1024xi32, 3>, %out: memref<256xi32>, %n: index, %v: i32) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tid = gpu.thread_id x
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    %next = arith.addi %n, %c1 : index
    memref.store %v, %buf[%next] : memref<1024xi32, 3>
  }
  scf.for %i = %c1 to %n step %c1 {
    gpu.barrier // expected-hint {{hoistable-barrier}}
  }
  %r = memref.load %buf[%c0] : memref<1024xi32, 3>
  memref.store %r, %out[%tid] : memref<256xi32>
  return
}
