// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// An atomic store and an atomic load do not race with each other; a plain load of what is stored so does.
llvm.mlir.global internal @flags() {addr_space = 3 : i32} : !llvm.array<128 x i32>
llvm.func @stored(%f: i32) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @flags : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %f, %p atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr<3> // expected-note {{updated here}}
  %a = llvm.load %q atomic monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> i32
  %s = llvm.add %a, %v : i32
  llvm.return %s : i32
}
