// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// How often the inner loop runs depends on %start. It is left behind %h = 0: element 0 is read while thread 0 may not
// have written it.
// fencepost: block=256,1,1
func.func @halve(%buf: memref<512xi32, 3>, %out: memref<256xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %tid = gpu.thread_id x
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    memref.store %v, %buf[%c0] : memref<512xi32, 3> // expected-note {{written here}}
  }
  %outer = scf.while (%s = %c16) : (index) -> index {
    %goes_on = arith.cmpi ugt, %s, %c1 : index
    scf.condition(%goes_on) %s : index
  } do {
  ^bb0(%start: index):
    %inner = scf.while (%h = %start) : (index) -> index {
      // expected-warning@below {{missing-barrier}}
      %r = memref.load %buf[%h] : memref<512xi32, 3>
      memref.store %r, %out[%tid] : memref<256xi32>
      %half = arith.shrui %h, %c1 : index
      %again = arith.cmpi ugt, %h, %c0 : index
      scf.condition(%again) %half : index
    } do {
    ^bb0(%n: index):
      scf.yield %n : index
    }
    %next = arith.shrui %start, %c1 : index
    scf.yield %next : index
  }
  return
}
