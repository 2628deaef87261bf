// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// A barrier of the first 64 threads in a loop of unknown length. The other threads write the bytes that these write behind it.
// fencepost: block=128,1,1
func.func @in_a_loop(%n: index, %v: f32) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<512xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 127 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %count = arith.constant 64 : i32
  %tid = gpu.thread_id x
  %x = arith.subi %last, %tid : index
  %first = arith.cmpi ult, %tid, %c64 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %b[%x] : memref<512xf32, 3> // expected-note {{written here}}
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %count
    }
  }
  scf.if %first {
    // expected-error@below {{missing-barrier}}
    memref.store %v, %b[%tid] : memref<512xf32, 3>
  }
  return
}
