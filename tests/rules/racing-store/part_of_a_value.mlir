// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// Each thread stores all four elements, of which three are at places of its neighbours.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @whole(%elements: vector<4xf32>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-error@below {{racing-store: llvm.store lets several threads write the same bytes of %p}}
  llvm.store %elements, %p : vector<4xf32>, !llvm.ptr<3>
  llvm.return
}
