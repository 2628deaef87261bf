// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The loop is left at its first test, with %i = 2, and the test reads what another thread has stored.
// fencepost: block=128,1,1
func.func @left(%v: f32) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tile = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  memref.store %v, %tile[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  %w = scf.while (%i = %c2) : (index) -> index {
    %rest = arith.remui %i, %c2 : index
    %reads = arith.cmpi eq, %rest, %c0 : index
    scf.if %reads {
      // expected-error@below {{missing-barrier}}
      %x = memref.load %tile[%c1] : memref<128xf32, 3>
    }
    %more = arith.cmpi ult, %i, %c2 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %v, %tile[%tid] : memref<128xf32, 3>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}
