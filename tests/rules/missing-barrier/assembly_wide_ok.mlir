// RUN: fencepost lint %s --verify-diagnostics
// The load reads eight bytes, and the store writes four behind them.
// fencepost: target=sm_80 block=64,1,1
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @kernel(%f: f32) attributes {nvvm.kernel} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %base = llvm.ptrtoint %b : !llvm.ptr<3> to i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %last = llvm.mlir.constant(63 : i32) : i32
  %turned = llvm.sub %last, %t : i32
  %o = llvm.mul %turned, %c16 : i32
  %o8 = llvm.add %o, %c8 : i32
  %s = llvm.add %base, %o8 : i32
  llvm.inline_asm has_side_effects "st.shared.f32 [$0], $1;", "r,f" %s, %f : (i32, f32) -> ()
  %q = llvm.mul %t, %c16 : i32
  %a = llvm.add %base, %q : i32
  %v = llvm.inline_asm has_side_effects "ld.shared.v2.f32 {$0, $1}, [$2];", "=f,=f,r" %a : (i32) -> !llvm.struct<(f32, f32)>
  llvm.return
}
