// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// Each thread stores all four elements, of which three are at places of its neighbours: not the same
// element, though all store the same vector. Zeros are equal wherever they lie.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @whole(%elements: vector<4xf32>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-warning@below {{racing-store: llvm.store lets several threads write the same bytes of %p}}
  llvm.store %elements, %p : vector<4xf32>, !llvm.ptr<3>
  // expected-note@above {{written here}}
  llvm.return
}
llvm.func @zeros() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %zeros = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %zeros, %p : vector<4xf32>, !llvm.ptr<3>
  llvm.return
}
