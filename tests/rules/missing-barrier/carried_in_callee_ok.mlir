// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// A second barrier orders the callee's next iteration behind the one before.
// fencepost: block=128,1,1
func.func private @turn(%buf: memref<128xf32, 3>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %tid = gpu.thread_id x
  scf.for %i = %c0 to %n step %c1 {
    %r = memref.load %buf[%tid] : memref<128xf32, 3>
    gpu.barrier
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %v, %buf[%c100] : memref<128xf32, 3>
    }
    gpu.barrier
  }
  return
}
func.func @kernel(%buf: memref<128xf32, 3>, %n: index, %v: f32) attributes {gpu.kernel} {
  func.call @turn(%buf, %n, %v) : (memref<128xf32, 3>, index, f32) -> ()
  return
}
