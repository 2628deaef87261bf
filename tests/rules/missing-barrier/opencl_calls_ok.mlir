// RUN: fencepost lint %s --verify-diagnostics
// Ids and barrier are functions of OpenCL's library; dimension and flags are arguments.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func spir_funccc @_Z7barrierj(i32) attributes {convergent, no_unwind, will_return}
llvm.func spir_funccc @_Z12get_local_idj(i32) -> i64 attributes {no_unwind, will_return}
llvm.func spir_kernelcc @reverse(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, intel_reqd_sub_group_size = 16 : i32} {
  %dim = llvm.mlir.constant(0 : i32) : i32
  %flags = llvm.mlir.constant(3 : i32) : i32
  %last = llvm.mlir.constant(255 : i64) : i64
  %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = llvm.call spir_funccc @_Z12get_local_idj(%dim) : (i32) -> i64
  %other = llvm.sub %last, %tid : i64
  %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %from : !llvm.ptr<1> -> f32
  %mine = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.store %x, %mine : f32, !llvm.ptr<3>
  llvm.call spir_funccc @_Z7barrierj(%flags) {convergent} : (i32) -> ()
  %theirs = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  %y = llvm.load %theirs : !llvm.ptr<3> -> f32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %y, %to : f32, !llvm.ptr<1>
  llvm.return
}
