// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// The body runs for %i = 1, 3, 7 and 15, what stands before the test for 31, too: nobody reads %b[0].
// fencepost: block=128,1,1
func.func @grows(%v: f32, %out: memref<128xf32>) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<512xf32, 3>
  %own = memref.alloc() : memref<128xf32, 3>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c24 = arith.constant 24 : index
  %c0 = arith.constant 0 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %last = scf.while (%i = %c1) : (index) -> index {
    memref.store %v, %own[%tid] : memref<128xf32, 3>
    %more = arith.cmpi ult, %i, %c24 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    gpu.barrier
    %first = arith.muli %i, %c2 : index
    %at = arith.addi %first, %tid : index
    %r = memref.load %b[%at] : memref<512xf32, 3>
    %o = memref.load %own[%rev] : memref<128xf32, 3>
    %sum = arith.addf %r, %o : f32
    memref.store %sum, %out[%tid] : memref<128xf32>
    %one = arith.cmpi eq, %tid, %c64 : index
    scf.if %one {
      memref.store %v, %b[%c0] : memref<512xf32, 3>
    }
    %next = arith.addi %first, %c1 : index
    gpu.barrier
    scf.yield %next : index
  }
  return
}
