// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// Shared addresses of assembly that are no operands of pointer type: made by integer arithmetic, or in a register of the text's own.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @added(%f: f32) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %bi = llvm.ptrtoint %b : !llvm.ptr<3> to i32
  %o = llvm.mul %t, %c4 : i32
  %s = llvm.add %bi, %o : i32
  llvm.inline_asm has_side_effects "st.shared.f32 [$0], $1;", "r,f" %s, %f : (i32, f32) -> () // expected-note {{written here}}
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return %v : f32
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @inside(%f: f32) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %g = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  llvm.inline_asm has_side_effects "{ .reg .u64 a; cvta.to.shared.u64 a, $0; st.shared.f32 [a], $1; }", "l,f" %g, %f : (!llvm.ptr, f32) -> () // expected-note {{written here}}
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-warning@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return %v : f32
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @exclusive_or(%f: f32) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %f, %p : f32, !llvm.ptr<3> // expected-note {{written here}}
  %bi = llvm.ptrtoint %b : !llvm.ptr<3> to i32
  %o = llvm.mul %t, %c16 : i32
  %s = llvm.xor %bi, %o : i32
  // expected-warning@below {{missing-barrier}}
  %v = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x1.shared.b16 $0, [$1];", "=r,r" %s : (i32) -> i32
  llvm.return %v : i32
}
