// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// Bitonic sort: %j starts from half of %k in each iteration of the outer loop, and is halved. Both of two threads
// that exchange do it.
// fencepost: block=256,1,1
func.func @sort(%buf: memref<256xi32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %tid = gpu.thread_id x
  scf.while (%k = %c2) : (index) -> index {
    %more = arith.cmpi ule, %k, %c256 : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %half = arith.shrui %k, %c1 : index
    scf.while (%j = %half) : (index) -> index {
      %left = arith.cmpi ugt, %j, %c0 : index
      scf.condition(%left) %j : index
    } do {
    ^bb0(%j: index):
      %other = arith.xori %tid, %j : index
      %lower = arith.cmpi uge, %other, %c0 : index
      scf.if %lower {
        // expected-note@below {{read here}}
        %a = memref.load %buf[%tid] : memref<256xi32, 3>
        // expected-note@below {{read here}}
        %b = memref.load %buf[%other] : memref<256xi32, 3>
        // expected-warning@below {{missing-barrier}}
        // expected-note@below {{written here}}
        memref.store %b, %buf[%tid] : memref<256xi32, 3>
        // expected-warning@below {{missing-barrier}}
        memref.store %a, %buf[%other] : memref<256xi32, 3>
      }
      gpu.barrier
      %next = arith.shrui %j, %c1 : index
      scf.yield %next : index
    }
    %twice = arith.shli %k, %c1 : index
    scf.yield %twice : index
  }
  return
}
