// RUN: fencepost lint %s --verify-diagnostics
// LLVM IR is named once, instead of being read as damaged MLIR.
// expected-error@below {{syntax-error: this is LLVM IR, not MLIR; 'mlir-translate --import-llvm FILE' turns it into MLIR}}
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @f(ptr %0) #0 {
  call void @llvm.amdgcn.s.barrier()
  br label %5
5:
  ret void
}
attributes #0 = { nounwind }
