// RUN: fencepost lint %s --verify-diagnostics
// The only thread that ever arrives has left the object: no later phase counts an arrival, and none begins.
llvm.func @leaves(%m: !llvm.ptr<3>, %ticks: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  nvvm.mbarrier.init %m, %one : !llvm.ptr<3>, i32
  %s = nvvm.mbarrier.arrive_drop %m : !llvm.ptr<3> -> i64
  // expected-error@below {{wait-without-signal: the workgroup waits for ever for the phase of parity 1 of %m, which still takes no arrival at all}}
  nvvm.mbarrier.try_wait.parity %m, %one, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}
