// RUN: fencepost lint %s --verify-diagnostics
// fencepost: target=sm_80 block=256,1,1
// 128 threads that come to barrier 0 go on without the other 128: the number counts for it as for any other barrier.
func.func @half(%f: f32) -> f32 attributes {gpu.kernel} {
  %m = memref.alloc() : memref<256xf32, 3>
  %last = arith.constant 255 : index
  %half = llvm.mlir.constant(128 : i32) : i32
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %f, %m[%t] : memref<256xf32, 3> // expected-note {{written here}}
  nvvm.barrier number_of_threads = %half
  // expected-error@below {{missing-barrier}}
  %v = memref.load %m[%r] : memref<256xf32, 3>
  return %v : f32
}
// -----
// fencepost: target=sm_80 block=256,1,1
func.func @assembly(%f: f32) -> f32 attributes {gpu.kernel} {
  %m = memref.alloc() : memref<256xf32, 3>
  %last = arith.constant 255 : index
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %f, %m[%t] : memref<256xf32, 3> // expected-note {{written here}}
  llvm.inline_asm has_side_effects "bar.sync 0, 128;", "" : () -> ()
  // expected-error@below {{missing-barrier}}
  %v = memref.load %m[%r] : memref<256xf32, 3>
  return %v : f32
}
