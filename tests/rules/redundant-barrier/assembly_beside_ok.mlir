// RUN: fencepost lint %s --target=sm_100 --verify-diagnostics
// Beside an instruction that is known stands one that no table knows: it may use the memory that it alone is handed.
llvm.mlir.global internal @smem() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @k(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %own : f32, !llvm.ptr<3>
  nvvm.barrier
  // expected-note@+3 {{read here}}
  // expected-information@+2 {{missing-barrier}}
  // expected-information@+1 {{unknown-op}}
  %r = llvm.inline_asm has_side_effects "some.copy [$1]; ld.shared.b32 $0, [$2];", "=r,r,r" %base, %own : (!llvm.ptr<3>, !llvm.ptr<3>) -> i32
  llvm.return
}
