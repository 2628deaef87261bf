// RUN: fencepost lint %s --verify-diagnostics
// fencepost: target=sm_80 block=256,1,1
// All 256 threads are named.
func.func @all(%f: f32) -> f32 attributes {gpu.kernel} {
  %m = memref.alloc() : memref<256xf32, 3>
  %last = arith.constant 255 : index
  %all = llvm.mlir.constant(256 : i32) : i32
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %f, %m[%t] : memref<256xf32, 3>
  nvvm.barrier number_of_threads = %all
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
  memref.store %f, %m[%t] : memref<256xf32, 3>
  llvm.inline_asm has_side_effects "bar.sync 0, 256;", "" : () -> ()
  %v = memref.load %m[%r] : memref<256xf32, 3>
  return %v : f32
}
