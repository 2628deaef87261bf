// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// With a barrier there is nothing to say, whether it is called or not.
// fencepost: block=256,1,1
func.func private @exchange(%buf: memref<256xi32, 3>, %v: i32) {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %mirror = arith.subi %c255, %tid : index
  memref.store %v, %buf[%tid] : memref<256xi32, 3>
  gpu.barrier
  %r = memref.load %buf[%mirror] : memref<256xi32, 3>
  return
}
func.func @kernel(%buf: memref<256xi32, 3>, %n: index, %v: i32) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  cf.br ^head(%c7 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^out
^body:
  %none = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %none, ^call, ^next
^call:
  func.call @exchange(%buf, %v) : (memref<256xi32, 3>, i32) -> ()
  gpu.barrier
  %far = arith.addi %i, %c2 : index
  cf.br ^head(%far : index)
^next:
  %following = arith.addi %i, %c1 : index
  cf.br ^head(%following : index)
^out:
  return
}
