// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// A plain load is no flag: no order is lost without the barrier behind it.
llvm.func @plain(%flag: !llvm.ptr<1>, %data: !llvm.ptr<1>) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %set = llvm.load %flag : !llvm.ptr<1> -> i32
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier0
  %p = llvm.getelementptr %data[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.return %v : f32
}
// -----
llvm.func @not_volatile(%flag: !llvm.ptr<1>, %data: !llvm.ptr<1>) -> f32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %set = "llvm.load"(%flag) <{ordering = 0 : i64}> : (!llvm.ptr<1>) -> i32
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier0
  %p = llvm.getelementptr %data[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.return %v : f32
}
