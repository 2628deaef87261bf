// RUN: fencepost lint %s --target=sm_100 --verify-diagnostics
// All that the text does with the memory is told by an instruction that is known: each thread reads what it wrote.
llvm.mlir.global internal @smem() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @k(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %own : f32, !llvm.ptr<3>
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier
  %r = llvm.inline_asm has_side_effects "ld.shared.b32 $0, [$1];", "=r,r" %own : (!llvm.ptr<3>) -> i32
  llvm.return
}
