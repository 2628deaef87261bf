// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// Volatile and ordered loads of global memory poll flags: what the barrier behind one orders is the loads of the data, which lie elsewhere.
llvm.func @volatile(%flag: !llvm.ptr<1>, %data: !llvm.ptr<1>) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %set = llvm.load volatile %flag : !llvm.ptr<1> -> i32
  nvvm.barrier0
  %p = llvm.getelementptr %data[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.return %v : f32
}
// -----
llvm.func @generic_form(%flag: !llvm.ptr<1>, %data: !llvm.ptr<1>) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %set = "llvm.load"(%flag) <{ordering = 0 : i64, volatile_}> : (!llvm.ptr<1>) -> i32
  nvvm.barrier0
  %p = llvm.getelementptr %data[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.return %v : f32
}
// -----
llvm.func @assembly(%flag: !llvm.ptr<1>, %data: !llvm.ptr<1>) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %set = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.u32 $0, [$1];", "=r,l" %flag : (!llvm.ptr<1>) -> i32
  nvvm.barrier0
  %p = llvm.getelementptr %data[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.return %v : f32
}
