// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %tid xor 255 is another element in every thread, and %n moves all of them alike.
// fencepost: block=256,1,1
func.func @kernel(%buf: memref<?xi32, 3>, %n: index) attributes {gpu.kernel} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %v = arith.index_cast %tid : index to i32
  %turned = arith.xori %tid, %c255 : index
  %at = arith.addi %turned, %n : index
  memref.store %v, %buf[%at] : memref<?xi32, 3>
  return
}
