// RUN: fencepost lint %s --verify-diagnostics
// The loop runs an even number of times, as the helper says of its argument: %last is 0, and both halves of the buffer stay apart.
// What is assumed is not followed, so nothing is certain.
gpu.module @m {
func.func private @even(%n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rest = arith.remui %n, %c16 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  llvm.intr.assume %whole : i1
  return
}
gpu.func @assumed(%out: memref<256xf32>, %f: f32, %n: index) workgroup(%a: memref<512xf32, 3>) kernel attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %t = gpu.thread_id x
  func.call @even(%n) : (index) -> ()
  %last = scf.for %i = %c0 to %n step %c8 iter_args(%s = %c0) -> index {
    %other = arith.subi %c1, %s : index
    scf.yield %other : index
  }
  %base = arith.muli %last, %c256 : index
  %x = arith.addi %base, %t : index
  memref.store %f, %a[%x] : memref<512xf32, 3> // expected-note {{written here}}
  %r = arith.subi %c255, %t : index
  %y = arith.addi %r, %c256 : index
  %v = memref.load %a[%y] : memref<512xf32, 3> // expected-warning {{missing-barrier}}
  memref.store %v, %out[%t] : memref<256xf32>
  gpu.return
}
}
