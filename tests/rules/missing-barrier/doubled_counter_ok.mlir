// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// A prefix sum in two halves of one buffer: the distance %d is 1, 2, 4 .. 128, the halves change places by %p.
// fencepost: block=256,1,1
func.func @scan(%buf: memref<2x256xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %tid = gpu.thread_id x
  scf.while (%d = %c1, %p = %c0) : (index, index) -> (index, index) {
    %more = arith.cmpi ult, %d, %c256 : index
    scf.condition(%more) %d, %p : index, index
  } do {
  ^bb0(%d: index, %p: index):
    %q = arith.subi %c1, %p : index
    %own = memref.load %buf[%p, %tid] : memref<2x256xf32, 3>
    %far = arith.cmpi uge, %tid, %d : index
    %sum = scf.if %far -> f32 {
      %j = arith.subi %tid, %d : index
      %other = memref.load %buf[%p, %j] : memref<2x256xf32, 3>
      %two = arith.addf %own, %other : f32
      scf.yield %two : f32
    } else {
      scf.yield %own : f32
    }
    memref.store %sum, %buf[%q, %tid] : memref<2x256xf32, 3>
    gpu.barrier
    %next = arith.shli %d, %c1 : index
    scf.yield %next, %q : index, index
  }
  return
}
