// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// Each thread stores one element of four: 4 bytes, which nobody else stores.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @parts(%members: !llvm.struct<(i32, i32, i32, i32)>, %elements: vector<4xf32>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %member = llvm.extractvalue %members[2] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.store %member, %p {alignment = 4 : i64} : i32, !llvm.ptr<3>
  %element = llvm.extractelement %elements[%c2 : i32] : vector<4xf32>
  llvm.store %element, %p : f32, !llvm.ptr<3>
  "llvm.store"(%element, %p) : (f32, !llvm.ptr<3>) -> ()
  llvm.return
}
