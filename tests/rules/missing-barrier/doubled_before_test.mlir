// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %i is 1, 2, 4 and 8 where the store runs, and 8 is handed on: the read meets what the last store wrote.
// fencepost: block=128,1,1
func.func @doubled(%v: f32, %out: memref<128xf32>) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<2048xf32, 3>
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %last = scf.while (%i = %c1) : (index) -> index {
    %first = arith.muli %i, %c128 : index
    %at = arith.addi %first, %tid : index
    memref.store %v, %b[%at] : memref<2048xf32, 3> // expected-note {{written here}}
    %more = arith.cmpi ult, %i, %c8 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.shli %i, %c1 : index
    scf.yield %next : index
  }
  %first = arith.muli %last, %c128 : index
  %at = arith.addi %first, %rev : index
  // expected-error@below {{missing-barrier}}
  %r = memref.load %b[%at] : memref<2048xf32, 3>
  memref.store %r, %out[%tid] : memref<128xf32>
  return
}
