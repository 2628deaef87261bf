// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// A barrier of the first 64 threads stands in an arm that neither store is in.
// fencepost: block=128,1,1
func.func @some_passed_it(%p0: i1, %val: f32, %vec: vector<4xf32>) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<512xf32, 3>
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %count = arith.constant 64 : i32
  %tid = gpu.thread_id x
  %x0 = arith.muli %tid, %c4 : index
  // Both stores of the bytes that meet are of threads of the first half, which have met between them.
  vector.store %vec, %b[%x0] : memref<512xf32, 3>, vector<4xf32>
  scf.if %p0 {
    %first = arith.cmpi ult, %tid, %c64 : index
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %count
    }
    scf.if %first {
      memref.store %val, %b[%tid] : memref<512xf32, 3>
    }
  }
  return
}

func.func @others_have_not(%p0: i1, %val: f32, %vec: vector<4xf32>) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<512xf32, 3>
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %one = arith.constant 1 : i32
  %count = arith.constant 64 : i32
  %tid = gpu.thread_id x
  %x0 = arith.muli %tid, %c4 : index
  vector.store %vec, %b[%x0] : memref<512xf32, 3>, vector<4xf32> // expected-note {{written here}} expected-note {{the workgroup writes here}}
  scf.if %p0 {
    %first = arith.cmpi ult, %tid, %c64 : index
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %count
    }
    %more = arith.cmpi ult, %tid, %c96 : index
    scf.if %more {
      // expected-error@below {{missing-barrier}}
      memref.store %val, %b[%tid] : memref<512xf32, 3>
    }
  }
  return
}
