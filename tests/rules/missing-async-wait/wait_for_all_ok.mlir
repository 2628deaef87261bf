// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// cp.async.wait_all waits for copies that nobody has committed as well.
llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @reverse(%from: !llvm.ptr<1>) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %last = llvm.mlir.constant(127 : i32) : i32
  %tile = llvm.mlir.addressof @s : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.sub %last, %tid : i32
  %to = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %at = llvm.getelementptr %tile[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.inline_asm has_side_effects asm_dialect = att "cp.async.wait_all;", "" : () -> ()
  nvvm.barrier
  %read = llvm.load %at : !llvm.ptr<3> -> i32
  llvm.return %read : i32
}
