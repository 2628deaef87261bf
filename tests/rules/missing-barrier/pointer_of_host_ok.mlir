// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The host loads the pointer before the launch: no pointer of the host leads to memory of a workgroup.
func.func @host(%table: !llvm.ptr, %v: f32) {
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %rows = llvm.load %table : !llvm.ptr -> !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
      workgroup(%tile : memref<256xf32, 3>) {
    %start = memref.extract_aligned_pointer_as_index %tile : memref<256xf32, 3> -> index
    memref.store %v, %tile[%tx] : memref<256xf32, 3>
    %number = arith.index_cast %start : index to i64
    llvm.store %number, %table : i64, !llvm.ptr
    %mine = arith.index_cast %tx : index to i64
    %reversed = arith.subi %c255, %tx : index
    %other = arith.index_cast %reversed : index to i64
    %to = llvm.getelementptr %rows[%mine] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %to : f32, !llvm.ptr
    %from = llvm.getelementptr %rows[%other] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %r = llvm.load %from : !llvm.ptr -> f32
    gpu.terminator
  }
  return
}
