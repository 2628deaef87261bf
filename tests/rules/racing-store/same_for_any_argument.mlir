// RUN: fencepost lint %s --target gfx942 --verify-diagnostics
// %tid + (%tid xor 255) is 255 in every thread: all write element (%n + 255) mod 256, whatever %n is.
// fencepost: block=256,1,1
func.func @kernel(%buf: memref<256xi32, 3>, %n: index) attributes {gpu.kernel} {
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %tid = gpu.thread_id x
  %v = arith.index_cast %tid : index to i32
  %turned = arith.xori %tid, %c255 : index
  %both = arith.addi %tid, %turned : index
  %sum = arith.addi %both, %n : index
  %at = arith.remui %sum, %c256 : index
  // expected-warning@+2 {{racing-store}}
  // expected-note@+1 {{written here}}
  memref.store %v, %buf[%at] : memref<256xi32, 3>
  return
}
