// Calls hand over roots per argument; callees outside of the file, indirect calls, library functions, intrinsics by name. A called function is no entry.
#ws = #gpu.address_space<workgroup>
func.func private @extern(memref<64xf32, #ws>)
func.func @helper(%a: memref<64xf32, #ws>, %i: index, %v: f32) {
  memref.store %v, %a[%i] : memref<64xf32, #ws>
  return
}
func.func @caller(%i: index, %v: f32) {
  %a = memref.alloc() : memref<64xf32, #ws>
  func.call @helper(%a, %i, %v) : (memref<64xf32, #ws>, index, f32) -> ()
  gpu.barrier
  call @extern(%a) : (memref<64xf32, #ws>) -> ()
  %f = func.constant @helper : (memref<64xf32, #ws>, index, f32) -> ()
  func.call_indirect %f(%a, %i, %v) : (memref<64xf32, #ws>, index, f32) -> ()
  return
}
llvm.func @__ocml_exp_f32(f32) -> f32
llvm.func @llvm.amdgcn.s.barrier()
llvm.func @intrinsics(%v: f32) {
  %0 = llvm.call @__ocml_exp_f32(%v) : (f32) -> f32
  llvm.call @llvm.amdgcn.s.barrier() : () -> ()
  llvm.return
}
func.func @nothing_here(%v: f32) -> f32 {
  return %v : f32
}
