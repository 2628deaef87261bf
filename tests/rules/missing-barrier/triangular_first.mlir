// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The inner loop runs once for %i = 0, before any barrier.
// fencepost: block=256,1,1
func.func @triangle(%buf: memref<512xi32, 3>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tid = gpu.thread_id x
  memref.store %v, %buf[%tid] : memref<512xi32, 3> // expected-note {{written here}}
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %next step %c1 {
      %at = arith.addi %tid, %c1 : index
      // expected-error@below {{missing-barrier}}
      memref.store %v, %buf[%at] : memref<512xi32, 3>
    }
    gpu.barrier
  }
  return
}
