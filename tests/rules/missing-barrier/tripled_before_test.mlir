// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// What stands before the test runs for %i = 18, too: that last store meets the first load of the next round. The witness
// names %i for the load alone.
// fencepost: block=128,1,1
func.func @rounds(%v: f32) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<256xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %round = %c0 to %c2 step %c1 {
    %last = scf.while (%i = %c2) : (index) -> index {
      %half = arith.remui %i, %c2 : index
      %first = arith.muli %half, %c128 : index
      %up = arith.shrui %i, %c1 : index
      %from = arith.addi %up, %rev : index
      // expected-error@below {{missing-barrier}}
      %r = memref.load %b[%from] : memref<256xf32, 3>
      gpu.barrier
      %to = arith.addi %first, %tid : index
      memref.store %v, %b[%to] : memref<256xf32, 3> // expected-note {{written here}}
      %more = arith.cmpi ult, %i, %c8 : index
      scf.condition(%more) %i : index
    } do {
    ^bb0(%i: index):
      gpu.barrier
      %next = arith.muli %i, %c3 : index
      scf.yield %next : index
    }
  }
  return
}
