// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// The whole workgroup meets in front of the arm.
// fencepost: block=128,1,1
func.func @some_passed_it(%p0: i1, %val: f32, %vec: vector<4xf32>) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<512xf32, 3>
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %tid = gpu.thread_id x
  %x0 = arith.muli %tid, %c4 : index
  vector.store %vec, %b[%x0] : memref<512xf32, 3>, vector<4xf32>
  scf.if %p0 {
    %first = arith.cmpi ult, %tid, %c64 : index
    gpu.barrier
    scf.if %first {
      memref.store %val, %b[%tid] : memref<512xf32, 3>
    }
  }
  return
}
