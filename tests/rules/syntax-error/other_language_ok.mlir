// RUN: fencepost lint %s --verify-diagnostics --select=syntax-error
// The same kernel as MLIR.
llvm.func @f(%0: !llvm.ptr) attributes {rocdl.kernel} {
  rocdl.s.barrier
  llvm.br ^bb1
^bb1:
  llvm.return
}
