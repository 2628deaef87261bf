// RUN: fencepost lint %s --verify-diagnostics --target=sm_90
// Instructions that say how they are ordered, in front of their space, and such at generic addresses.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @volatile_store(%f: f32) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.inline_asm has_side_effects "st.volatile.shared.f32 [$0], $1;", "r,f" %p, %f : (!llvm.ptr<3>, f32) -> () // expected-note {{written here}}
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return %v : f32
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @relaxed_store(%f: f32) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.inline_asm has_side_effects "st.relaxed.cta.shared::cta.f32 [$0], $1;", "r,f" %p, %f : (!llvm.ptr<3>, f32) -> () // expected-note {{updated here}}
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return %v : f32
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @generic_store(%f: f32) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %g = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.inline_asm has_side_effects "st.f32 [$0], $1;", "l,f" %g, %f : (!llvm.ptr, f32) -> () // expected-note {{written here}}
  // expected-error@below {{missing-barrier}}
  %v = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return %v : f32
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>
llvm.func @generic_atomic(%i: i32, %f: f32) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %r = llvm.sub %last, %t : i32
  %p = llvm.getelementptr %b[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %g = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  %q = llvm.getelementptr %b[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.u32 $0, [$1], $2;", "=r,l,r" %g, %i : (!llvm.ptr, i32) -> i32 // expected-note {{updated here}}
  // expected-error@below {{missing-barrier}}
  llvm.store %f, %q : f32, !llvm.ptr<3>
  llvm.return %v : i32
}
