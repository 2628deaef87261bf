// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// An atomic load changes nothing: plain loads of the same bytes are ordered against it by no barrier, in text as in assembly.
llvm.mlir.global internal @flags() {addr_space = 3 : i32} : !llvm.array<128 x i32>
llvm.func @loaded() -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @flags : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %a = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  %c = llvm.inline_asm has_side_effects "ld.acquire.cta.shared.u32 $0, [$1];", "=r,r" %p : (!llvm.ptr<3>) -> i32
  %v = llvm.load %q : !llvm.ptr<3> -> i32
  %s = llvm.add %a, %v : i32
  %sum = llvm.add %s, %c : i32
  llvm.return %sum : i32
}
